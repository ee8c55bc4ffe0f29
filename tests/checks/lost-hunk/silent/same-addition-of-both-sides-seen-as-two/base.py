def check(args):
    if args.graph:
        warn("graphs are new")

    show(args)
    return args


def last():
    return 1
