class Shop {
  void open() {
  }

  void close() {
    lock();
  }

  void count() {
    sum();
  }
}
