"""The learn room: what people made of conflicts becomes memory. Pure."""
