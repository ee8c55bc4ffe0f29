"""The plan room: what would come, from whom, before anything is merged. Pure."""
