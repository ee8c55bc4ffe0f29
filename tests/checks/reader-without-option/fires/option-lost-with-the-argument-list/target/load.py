def load(args):
    return args.size
