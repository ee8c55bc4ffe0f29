int one(void) { return 1; }
#ifdef FAST
int two(void) { return 2; }
#endif
