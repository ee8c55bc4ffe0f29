import a.Arc
import c.Oval

val one = Arc()
