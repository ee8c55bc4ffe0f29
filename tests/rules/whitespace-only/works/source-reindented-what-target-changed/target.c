int limit(void) {
  return 5;
}
