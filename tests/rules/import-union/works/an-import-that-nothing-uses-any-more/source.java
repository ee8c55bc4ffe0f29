import a.Arc;
import a.Oval;

class Board {
    Arc one;
    int two;
    int three;
    Oval four;
}
