def options(parser):
    parser.add_argument("--base")
    parser.add_argument("--source", help="what comes")
    parser.add_argument("--target")
