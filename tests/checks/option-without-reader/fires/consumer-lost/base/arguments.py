def add(parser):
    parser.add_argument("--size")
