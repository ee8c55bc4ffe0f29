def run(path, root):
    path = path.strip()
    if root is not None and path.startswith(root):
        path = path.replace(root, "$ROOT", 1)
    return path
