class Kinds:
    ONE = 1
    TWO = 2
