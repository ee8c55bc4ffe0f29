import a.Arc;
import c.List;

class Board { }
