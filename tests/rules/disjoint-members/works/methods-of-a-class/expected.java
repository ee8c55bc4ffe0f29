class Shop {
  void open() {
  }

  void count() {
    sum();
  }

  void close() {
    lock();
  }
}
