#include "old.h"
