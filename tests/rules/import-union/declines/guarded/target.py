try:
    # quick
    import fastest as fast
except ImportError:
    fast = None
