class Engine:
    def __init__(self, context):
        self.context = context

    def run(self):
        return self.context
