def train(args):
    return args.size
