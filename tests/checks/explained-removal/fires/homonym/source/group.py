class Group:
    def size(self):
        return 1
