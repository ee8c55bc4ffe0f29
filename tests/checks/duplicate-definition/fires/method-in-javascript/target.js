class Board {
  draw() { return 1 }
  reset() { return 2 }
}
