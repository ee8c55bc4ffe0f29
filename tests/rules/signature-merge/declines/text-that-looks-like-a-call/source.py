TEXT = """
run(job, timeout=30)
"""
