class Group:
    def size(self):
        return 1

    def reduce(self):
        return self.size() * 100
