import click
import fancy_attn
import os
