using System;
using System.Linq;

class Board { }
