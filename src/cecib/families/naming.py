"""Families by name, and families as plain data for model files."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from cecib.families import knowledge, shapes  # noqa: F401 (their classes are the subclasses of Family)
from cecib.families.family import Family
from cecib.input_errors import InputError, Named

_CLASSES: dict[str, Any] = {cls.name: cls for cls in Family.__subclasses__()}
FAMILIES: dict[str, Family] = {name: cls() for name, cls in _CLASSES.items() if not fields(cls)}


def as_families(family: Any) -> list[Family]:
    """Turn a name, a family object, or a list of them into families: one for all clusters, or one for each."""
    if isinstance(family, (list, tuple)):
        if not family:
            raise InputError(Named("family"), " must not be an empty list: give one family for each start cluster.")
        return [_as_family(one) for one in family]
    return [_as_family(family)]


def encode_family(family: Any) -> Any:
    """Write a `family` argument as what JSON can hold."""
    if isinstance(family, (list, tuple)):
        return [encode_family(one) for one in family]
    if not isinstance(family, Family):
        return family
    own: Any = family
    return {"name": family.name, **{field.name: getattr(own, field.name) for field in fields(own)}}


def decode_family(stored: Any) -> Any:
    """Read what `encode_family` wrote, and refuse what it cannot have written."""
    if isinstance(stored, list):
        return [_decoded(one) for one in stored]
    return _decoded(stored)


def _decoded(stored: Any) -> Any:
    if not isinstance(stored, dict):
        return _as_family(stored) and stored
    own = dict(stored)
    name = own.pop("name", None)
    cls = _CLASSES.get(name) if isinstance(name, str) else None
    if cls is None or own.keys() != {field.name for field in fields(cls)}:
        raise InputError(Named("family"), f" must be a family with its parameters, got {stored!r}.")
    return cls(**own)


def _as_family(family: Any) -> Family:
    if isinstance(family, str) and family in FAMILIES:
        return FAMILIES[family]
    if isinstance(family, Family):
        return family
    raise InputError(
        Named("family"),
        f" must be one of {sorted(FAMILIES)}, an object of cecib.families, or a list of these, got {family!r}.",
    )
