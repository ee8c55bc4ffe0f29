class Board {
  reset() { return 0 }
  draw() { return 1 }
  reset() { return 2 }
}
