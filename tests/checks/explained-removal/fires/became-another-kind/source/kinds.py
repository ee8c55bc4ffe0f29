class _Kinds:
    def one(self):
        return 1


Kinds = _Kinds()
