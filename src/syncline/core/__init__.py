"""The vocabulary: frozen values that travel between the rooms. Pure; imports nothing of ours."""
