module x

require (
	a.org/a v1.0.0
	b.org/b v0.3.0 // indirect
)
