#include <a.h>
#include <c.h>

int x;
