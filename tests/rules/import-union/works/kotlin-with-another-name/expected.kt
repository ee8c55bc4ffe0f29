import a.Arc
import b.Oval as Egg
import c.Oval

val one = Arc()
