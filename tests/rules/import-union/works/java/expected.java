import a.Arc;
import a.Circle;
import a.Oval;
import a.Rhombus;

class Board {
    Arc one;
    Circle two;
}
