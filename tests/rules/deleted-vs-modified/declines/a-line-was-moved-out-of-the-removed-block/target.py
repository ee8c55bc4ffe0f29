def tell(kind, version):
    found = []
    version = Version(version)
    # The newest one goes by another name.
    if kind == "studio":
        if version == "17":
            kind, version = "native", "193"

    found.append((kind, version))
    return found
