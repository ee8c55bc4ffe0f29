def add(parser):
    parser.add_argument("--size")
    parser.add_argument("--early-stop")
    parser.add_argument("--patience")
