"""The merge room: a plan becomes git's own merged tree, with its conflicts as data."""
