class Shop {
  void open() {
  }

  void count() {
    sum();
  }
}
