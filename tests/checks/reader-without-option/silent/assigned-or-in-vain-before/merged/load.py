def load(args, config):
    return args.rank, config.unknown
