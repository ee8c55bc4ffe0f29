NAME = "new"
