"""Command: `verify-receipt` verifies the receipt of a game, without the service."""

import sys
from pathlib import Path

import click

from ops import verify_receipt


@click.command(name="verify-receipt")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", "keys", multiple=True, required=True, metavar="VKEY", help="The club's key; may be repeated.")
@click.option(
    "--checkpoint", type=click.Path(path_type=Path), help="A file of checkpoints kept elsewhere, to compare with."
)
@click.option(
    "--consistency",
    type=click.Path(path_type=Path),
    help="A consistency proof between one of those checkpoints and the receipt's.",
)
def verify_receipt_of_game(
    file: Path, keys: tuple[str, ...], checkpoint: Path | None, consistency: Path | None
) -> None:
    """Verify the receipt of a game in FILE. It needs no database, and shares no code with what wrote the receipt.

    The key is the one that `poolbook vkey` prints and the club publishes: take it from anywhere but the service. The
    command prints in plain sentences what the receipt proves, or names the first thing that is wrong. The file
    ops/verify_receipt.py does the same check; you can copy it to a machine that you trust.
    """
    sys.exit(verify_receipt.run(file, keys, checkpoint, consistency))
