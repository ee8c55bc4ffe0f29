"""The composition root: the only place that knows the order of the rooms and hands them the world as values."""
