def add(parser):
    parser.add_argument("--size")
    parser.add_argument("--rank")
