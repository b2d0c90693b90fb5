"""The receipt of a game, and how it is verified: by the file ops/verify_receipt.py, which shares no code with this."""

from dataclasses import dataclass
from pathlib import Path

from poolbook.client.problems import NotProved


@dataclass(frozen=True)
class Receipt:
    """The receipt of a finished game, as the service sent it. It can be verified without the service."""

    text: str

    def save(self, file: Path | str) -> None:
        """Write it to a file, which `poolbook verify-receipt` reads."""
        Path(file).write_text(self.text, encoding="utf-8")

    @classmethod
    def load(cls, file: Path | str) -> "Receipt":
        """The receipt in a file."""
        return cls(Path(file).read_text(encoding="utf-8"))

    def verify(self, *keys: str) -> list[str]:
        """What it proves, in sentences. `keys` are those that the club publishes, got from anywhere but the service.

        Raises NotProved, whose `name` is that of the first thing that is wrong; ValueError where no key is given.
        """
        return verify_receipt(self.text, *keys)


def verify_receipt(text: str, *keys: str) -> list[str]:
    """What a receipt proves, in sentences. Raises NotProved, and ValueError where no key is given."""
    if not keys:
        raise ValueError("give the key that the club publishes: `poolbook vkey` prints it")
    from ops.verify_receipt import Wrong, verify  # here, so that only who verifies loads the cryptography

    try:
        return verify(text, keys)
    except Wrong as wrong:
        raise NotProved(wrong.name, str(wrong)) from wrong
