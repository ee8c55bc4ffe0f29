class Engine:
    def __init__(self, context):
        self.context = context
        self.all_graphs = context.graphs

    def run(self):
        return self.context

    def late(self):
        if self.all_graphs:
            return 1
