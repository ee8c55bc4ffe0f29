import sys
if sys.version_info > (3, 9):
    from b import two
else:
    two = 3
one = 1
