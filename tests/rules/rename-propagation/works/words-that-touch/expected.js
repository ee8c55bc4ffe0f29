const lines = load(path);
show(lines[0], limit);
