int limit = 3;
