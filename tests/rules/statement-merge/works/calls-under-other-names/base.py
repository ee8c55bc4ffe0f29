def options(parser):
    parser.add_argument("--base")
