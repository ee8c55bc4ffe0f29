package store

import (
	"os"

	"example.org/group/ident"
)

func Name() string {
	return ident.New(os.Args[1])
}

func Last() int {
	return 1
}
