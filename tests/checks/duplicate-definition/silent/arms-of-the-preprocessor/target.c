#ifndef FAST
int two(void) { return 3; }
#endif
int one(void) { return 1; }
