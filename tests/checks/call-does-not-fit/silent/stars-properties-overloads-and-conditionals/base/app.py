import lib
