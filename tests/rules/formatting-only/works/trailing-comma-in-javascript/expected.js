const all = [one, two, three];
