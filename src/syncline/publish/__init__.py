"""The publish room: what should stand on the forge, what stands there, and the next step between the two. Pure."""
