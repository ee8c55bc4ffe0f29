import a.Arc

val one = Arc()
