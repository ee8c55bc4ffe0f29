def add(parser):
    parser.add_argument("--size")
    parser.add_argument("--speed")
    parser.add_argument("--kept")

def use(args):
    return vars(args), getattr(args, "kept", None)
