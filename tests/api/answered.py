"""What an answer says, whatever it is packed in."""

from io import BytesIO
from zipfile import ZipFile, is_zipfile


def text_in(data: bytes) -> str:
    """The text of an answer's body; of a workbook, that of all its parts."""
    if not is_zipfile(BytesIO(data)):
        return data.decode()
    with ZipFile(BytesIO(data)) as parts:
        return "".join(parts.read(name).decode() for name in parts.namelist())
