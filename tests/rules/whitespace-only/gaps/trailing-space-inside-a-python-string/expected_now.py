TEXT = """
title:
"""
