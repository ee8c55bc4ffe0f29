import a.Arc;
import a.Circle;
import a.Rhombus;

class Board {
    Arc one;
    Circle two;
}
