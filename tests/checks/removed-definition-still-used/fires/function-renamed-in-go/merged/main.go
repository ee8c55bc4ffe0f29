package store

func main() {}

func late() int {
	return OpenStore("x")
}
