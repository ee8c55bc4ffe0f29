module x

require (
	a.org/a v1.0.0
)
