def run(path, root):
    path = path.strip()
    wide = bool(root) or path == "."
    return path
