import a.Arc;

class Board {
    Arc one;
    int two;
    int three;
    int four;
}
