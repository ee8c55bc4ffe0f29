const all = [one, two];
