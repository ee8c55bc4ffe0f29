import click

@click.command()
@click.option("--size")
@click.option("--late/--early")
def main(size, late): ...
