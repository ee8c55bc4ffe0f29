from a import fast
