import a.Arc;
import a.Circle;
import a.Oval;

class Board {
    Arc one;
    Circle two;
}
