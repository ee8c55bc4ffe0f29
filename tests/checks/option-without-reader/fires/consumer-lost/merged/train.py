def train(args):
    return int(args.size)
