TEXT = """
name:  
"""
