try:
    from a import fast
except ImportError:
    fast = None
