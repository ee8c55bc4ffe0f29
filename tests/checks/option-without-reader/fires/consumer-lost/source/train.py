def train(args):
    if args.early_stop and args.patience:
        return None
    return args.size
