def tell(kind, version):
    found = []
    # The newest one goes by another name.
    if kind == "studio":
        version = Version(version)
        if version == "17":
            kind, version = "native", "193"

    found.append((kind, version))
    return found
