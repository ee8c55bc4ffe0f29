using System;
using System.IO;

class Board { }
