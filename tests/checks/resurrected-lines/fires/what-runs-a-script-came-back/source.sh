#!/bin/sh
# Functions for the others.
count=1
name=two
last=1
