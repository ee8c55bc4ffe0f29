import a.Arc;

class Board { }
