def tell(kind, version):
    found = []
    found.append((kind, version))
    return found
