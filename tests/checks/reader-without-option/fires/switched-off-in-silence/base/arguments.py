import click

@click.command()
@click.option("--size")
def main(size): ...
