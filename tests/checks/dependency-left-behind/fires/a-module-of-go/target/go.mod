module x

require (
	a.org/a v1.0.0
)

require c.org/c v1.0.0
