"""The only doors out: processes, git, files, the clock. Nothing else in the house touches the world."""
