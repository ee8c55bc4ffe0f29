package store

import (
	"os"

	"example.org/group/ident/v2"
)

func Name() string {
	return ident.New(os.Args[0])
}

func Last() int {
	return 2
}
