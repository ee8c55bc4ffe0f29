package board

import (
	"fmt"
	"os"
)

func run() { fmt.Println(os.Args) }
