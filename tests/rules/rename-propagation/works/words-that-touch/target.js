const rows = load(path);
show(rows[0], limit);
