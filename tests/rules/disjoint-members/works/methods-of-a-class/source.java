class Shop {
  void open() {
  }

  void close() {
    lock();
  }
}
