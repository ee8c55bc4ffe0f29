#include <a.h>
#ifdef X
#include <b.h>
#endif

int x;
