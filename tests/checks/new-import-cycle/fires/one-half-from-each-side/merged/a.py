from b import y
x = 1
