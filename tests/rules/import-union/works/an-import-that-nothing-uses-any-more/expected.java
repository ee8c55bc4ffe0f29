import a.Circle;
import a.Oval;

class Board {
    Circle one;
    int two;
    int three;
    Oval four;
}
