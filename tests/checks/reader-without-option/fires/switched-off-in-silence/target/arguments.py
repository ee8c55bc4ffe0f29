import click

@click.command()
@click.option("--size", type=int)
def main(size): ...
