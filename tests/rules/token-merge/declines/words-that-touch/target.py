ay b
