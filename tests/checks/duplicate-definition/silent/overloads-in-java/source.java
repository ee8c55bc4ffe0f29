class A {
  void run() {}
  void run(int n) {
  }
}
