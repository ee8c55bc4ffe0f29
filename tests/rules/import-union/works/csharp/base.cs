using System;

class Board { }
