"""The floor below the rooms: hunks, fates, three-way text. Pure; never sees ``ports``."""
