import click
