TEXT = """
name:
"""
