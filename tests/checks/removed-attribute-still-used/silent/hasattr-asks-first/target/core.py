class Offload:
    def other(self):
        return 1
