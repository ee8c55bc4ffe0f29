TEXT = """
run(job)
"""
