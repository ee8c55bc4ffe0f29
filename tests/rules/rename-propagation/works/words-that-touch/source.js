const lines = load(path);
show(lines, limit);
