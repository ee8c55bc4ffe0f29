const all = [
  one,
  two,
];
