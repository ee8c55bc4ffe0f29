class Offload:
    def mark(self):
        return 1
