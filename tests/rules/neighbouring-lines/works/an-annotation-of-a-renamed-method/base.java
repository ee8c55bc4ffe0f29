class Store {
    @Deprecated
    void load(String path) {
        read(path);
    }
}
