import a.Arc;
import a.Circle;

class Board {
    Arc one;
    Circle two;
}
