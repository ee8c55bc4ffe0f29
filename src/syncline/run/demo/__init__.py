"""The demonstration: a repository of our own that went two ways, synced well and then merged carelessly."""
