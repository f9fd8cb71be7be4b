"""The bundle in the package is what the sources give, and its lock names no registry."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB, STATIC = ROOT / "web", ROOT / "src" / "cecib" / "explore" / "static"
NAMES = ("explore.js", "explore.css", "index.html")


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    """The sources with esbuild and TypeScript beside them: those that are there, or from npm."""
    if shutil.which("node") is None:
        pytest.skip("needs node to build the page")
    if (WEB / "node_modules" / "esbuild").exists():
        return WEB
    if shutil.which("npm") is None:
        pytest.skip("needs npm, or `npm ci` in web/, to build the page")
    copy = tmp_path_factory.mktemp("web")
    shutil.copytree(WEB, copy, dirs_exist_ok=True)
    made = subprocess.run(["npm", "ci", "--no-audit"], cwd=copy, capture_output=True, text=True, timeout=300)
    if made.returncode != 0:
        pytest.skip("npm ci did not succeed: there is no network, or no registry")
    return copy


def test_the_bundle_is_what_the_sources_give(tools, tmp_path):
    subprocess.run(["node", "build.mjs", str(tmp_path)], cwd=tools, check=True, timeout=120)
    for name in NAMES:
        assert (tmp_path / name).read_text(encoding="utf-8") == (STATIC / name).read_text(encoding="utf-8"), (
            f"{name} is not what the sources give: run `npm ci && npm run build` in web/"
        )


def test_the_types_are_right(tools):
    told = subprocess.run(
        ["node", "node_modules/typescript/bin/tsc", "--noEmit"], cwd=tools, capture_output=True, text=True, timeout=300
    )
    assert told.returncode == 0, told.stdout


def test_the_lock_is_exact_and_names_no_host():
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    assert all("resolved" not in one for one in lock["packages"].values())
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    assert "dependencies" not in wanted
    for name, version in wanted["devDependencies"].items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version


def test_the_page_asks_nobody_and_evaluates_nothing():
    for name in NAMES:
        text = (STATIC / name).read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        for word in ("http://", "https://", "eval(", "new Function", "innerHTML", "outerHTML", "insertAdjacentHTML"):
            assert word not in text, f"{name}: {word}"
