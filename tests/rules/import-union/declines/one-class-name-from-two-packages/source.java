import a.Arc;
import b.List;

class Board { }
