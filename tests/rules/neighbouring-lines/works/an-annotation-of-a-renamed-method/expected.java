class Store {
    @Deprecated(since = "2")
    void loadAll(String path) {
        read(path);
    }
}
