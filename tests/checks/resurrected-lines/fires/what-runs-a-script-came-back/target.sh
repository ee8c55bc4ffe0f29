# Functions for the others.
count=1
name=one
last=2
