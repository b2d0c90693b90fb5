"""Words for the document: what each field and parameter means, its format, and what each operation is for.

Most fields have one meaning wherever they occur, which `glossary.toml` gives by their names. A schema that says more of
a field keeps what it says.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

Object = dict[str, Any]

_SENTENCE = re.compile(r"(?<=\S)\.\s+(?=[A-Z`])")


@cache
def _glossary() -> Mapping[str, Any]:
    return tomllib.loads(files("api").joinpath("glossary.toml").read_text(encoding="utf-8"))


def describe(document: Object, operations: Mapping[str, Object]) -> None:
    """Give every operation, parameter and field its description, and fields their formats."""
    glossary = _glossary()
    formats = {name: form for form, names in glossary["formats"].items() for name in names.split()}
    for path in document["paths"].values():
        for parameter in path.get("parameters", []):
            _explain(parameter, glossary["parameters"])
    for operation in operations.values():
        for parameter in operation.get("parameters", []):
            _explain(parameter, glossary["parameters"])
        _sum_up(operation)
    for schema_name, schema in document["components"]["schemas"].items():
        for name, field in schema.get("properties", {}).items():
            words = glossary["fields"].get(f"{schema_name}.{name}") or glossary["fields"].get(name)
            if words:
                field.setdefault("description", words)
            if form := formats.get(f"{schema_name}.{name}") or formats.get(name):
                _set_format(field, form)


def _explain(parameter: Object, words: Mapping[str, str]) -> None:
    if "$ref" not in parameter and parameter["name"] in words:
        parameter.setdefault("description", words[parameter["name"]])


def _sum_up(operation: Object) -> None:
    """Sum an operation up in its first sentence, and describe it by all of them and the roles that it takes."""
    whole = " ".join(operation["summary"].split())
    operation["summary"] = _SENTENCE.split(whole)[0].removesuffix(".")
    paragraphs = [whole, *([operation["description"]] if operation.get("description") else [])]
    if roles := operation.get("x-roles"):
        paragraphs.append(f"For the role {' or '.join(roles)}.")
    operation["description"] = "\n\n".join(paragraphs)


def _set_format(field: Object, form: str) -> None:
    """Give the format to a field of text, or to each text of a list."""
    kinds = field.get("type")
    if "enum" in field:
        return
    if kinds in ("string", ["string", "null"]):
        field.setdefault("format", form)
    elif isinstance(field.get("items"), dict):
        _set_format(field["items"], form)
