package board

import (
	"fmt"
	"io"
	"os"
)

func run() { fmt.Println(os.Args) }
