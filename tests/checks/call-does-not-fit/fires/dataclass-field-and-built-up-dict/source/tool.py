from config import Config

def build(args):
    given = {"size": 1, "hybrid": args.hybrid}
    if args.more:
        given["extra"] = 1
        given.pop("extra")
    plain = dict(size=1, hybrid=True)
    return Config(size=1, hybrid=True), Config(**plain)
