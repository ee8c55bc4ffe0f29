int limit(void) {
    return 3;
}
