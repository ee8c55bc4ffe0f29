from a.old import x
from .a import old
