package board

import (
	"fmt"
	"hash"
	"io"
	"os"
)

func run() { fmt.Println(os.Args) }
