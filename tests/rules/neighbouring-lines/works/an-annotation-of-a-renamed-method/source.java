class Store {
    @Deprecated
    void loadAll(String path) {
        read(path);
    }
}
