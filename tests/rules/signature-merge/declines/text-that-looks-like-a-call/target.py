TEXT = """
run(job, dry=True)
"""
