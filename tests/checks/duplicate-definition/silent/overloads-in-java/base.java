class A {
  void run() {}
}
