def options(parser):
    parser.add_argument("--base")
    parser.add_argument("--target")
