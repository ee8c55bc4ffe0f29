def run(path, root):
    path = path.strip()
    return path
