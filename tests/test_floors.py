"""The floors of the C++: bindings → search → codes → data → numerics, and includes go down only."""

import re
from pathlib import Path

import pytest

CPP = Path(__file__).parents[1] / "cpp"
FLOORS = ("numerics", "data", "codes", "search")
FILES = sorted(path.relative_to(CPP).as_posix() for path in CPP.rglob("*.?pp"))
OWN_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
OUTSIDE_INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.MULTILINE)


def text_of(file):
    return (CPP / file).read_text(encoding="utf-8")


def floor_of(file):
    """Its height; the bindings, outside of the folders, are the roof."""
    return FLOORS.index(file.split("/")[0]) if "/" in file else len(FLOORS)


def test_every_file_is_on_a_floor():
    assert {file.split("/")[0] for file in FILES} == {*FLOORS, "bindings.cpp"}


@pytest.mark.parametrize("file", FILES)
def test_includes_go_down_only(file):
    """Also: own headers go by floor and name, so that the floor can be seen where one is included."""
    included = OWN_INCLUDE.findall(text_of(file))
    assert not set(included) - set(FILES), "own headers are included as floor/file.hpp"
    assert not [name for name in included if floor_of(name) > floor_of(file)]


def test_headers_include_each_other_in_no_circle():
    remaining = {file: set(OWN_INCLUDE.findall(text_of(file))) for file in FILES if file.endswith(".hpp")}
    while remaining:
        free = {file for file, included in remaining.items() if not included & remaining.keys()}
        assert free, f"a circle among {sorted(remaining)}"
        remaining = {file: included for file, included in remaining.items() if file not in free}


@pytest.mark.parametrize("file", FILES)
def test_only_the_bindings_know_python(file):
    foreign = [name for name in OUTSIDE_INCLUDE.findall(text_of(file)) if name == "Python.h" or "/" in name]
    assert bool(foreign) == (file == "bindings.cpp"), f"{file} includes {foreign}"
    assert all(name.startswith("nanobind/") for name in foreign)


@pytest.mark.parametrize("floor", FLOORS)
def test_the_readme_lists_every_header_under_its_floor(floor):
    section = text_of("README.md").split(f"**{floor}/**")[1].split("**")[0].split("\n\n")[1]
    listed = re.findall(r"`(\w+\.hpp)`", section)
    assert sorted(listed) == [
        Path(file).name for file in FILES if file.startswith(f"{floor}/") and file.endswith("hpp")
    ]
