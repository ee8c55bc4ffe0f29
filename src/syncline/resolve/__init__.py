"""The resolve room: conflicts become answers, by rules first and by preference last. Pure."""
