package store

func main() {}
