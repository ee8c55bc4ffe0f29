class Shop {
  void open() {
  }
}
