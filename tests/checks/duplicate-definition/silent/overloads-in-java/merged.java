class A {
  void run(String s) {
  }
  void run() {}
  void run(int n) {
  }
}
