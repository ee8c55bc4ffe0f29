def check(args):
    if args.graph:
        warn("graphs are new")
    if args.scope:
        warn("scopes are old")
    
    if args.latent:
        assert not args.grouped, "grouped excludes latent"

    show(args)
    return args


def last():
    return 2
