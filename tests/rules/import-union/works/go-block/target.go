package board

import (
	"fmt"
	"hash"
	"os"
)

func run() { fmt.Println(os.Args) }
