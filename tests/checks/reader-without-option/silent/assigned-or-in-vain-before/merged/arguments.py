def add(parser):
    parser.add_argument("--size", type=int)

def check(args):
    args.rank = 1
