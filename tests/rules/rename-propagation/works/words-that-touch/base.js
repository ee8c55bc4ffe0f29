const rows = load(path);
show(rows, limit);
