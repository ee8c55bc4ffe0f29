import click
import never_named
try:
    import fast
except ImportError:
    fast = None
