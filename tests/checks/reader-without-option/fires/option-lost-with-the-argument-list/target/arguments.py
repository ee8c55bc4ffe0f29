def add(parser):
    parser.add_argument("--size", type=int)
