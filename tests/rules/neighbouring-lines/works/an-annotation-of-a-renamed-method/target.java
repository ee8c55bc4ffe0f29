class Store {
    @Deprecated(since = "2")
    void load(String path) {
        read(path);
    }
}
