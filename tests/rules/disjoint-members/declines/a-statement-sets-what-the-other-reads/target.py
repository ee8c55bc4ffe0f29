def run(path, root):
    path = path.strip()
    print(list_all(path, wide=wide))
    return path
