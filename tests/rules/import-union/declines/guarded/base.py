try:
    import fast
except ImportError:
    fast = None
