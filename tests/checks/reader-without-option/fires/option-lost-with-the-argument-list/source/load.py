def load(args):
    if args.override_step:
        return args.override_step
    return args.size
