"""The audit room: the books and the trees become findings. Pure; shares no code with ``resolve`` beyond the floor."""
