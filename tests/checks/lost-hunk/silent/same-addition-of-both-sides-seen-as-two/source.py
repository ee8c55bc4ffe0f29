def check(args):
    if args.graph:
        warn("graphs are new")

    if args.latent:
        assert not args.grouped, "grouped excludes latent"

    # Sizes
    if args.size is not None:
        assert args.size > 0

    show(args)
    return args


def last():
    return 1
