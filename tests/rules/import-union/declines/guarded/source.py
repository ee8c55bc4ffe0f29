try:
    import faster as fast
except ImportError:
    fast = None
