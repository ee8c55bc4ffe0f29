class A {
  void run(String s) {
  }
  void run() {}
}
