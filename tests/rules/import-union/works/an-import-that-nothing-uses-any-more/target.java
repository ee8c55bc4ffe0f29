import a.Circle;

class Board {
    Circle one;
    int two;
    int three;
    int four;
}
