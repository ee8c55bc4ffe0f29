int limit = 4;
