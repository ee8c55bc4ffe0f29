function f() {
  return 2
}
