def run(path, root):
    path = path.strip()
    if root is not None:
        if path.startswith(root):
            path = path.replace(root, "$ROOT", 1)
        else:
            path = path.replace("/", ".")
    return path
