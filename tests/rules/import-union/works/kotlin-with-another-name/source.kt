import a.Arc
import b.Oval as Egg

val one = Arc()
