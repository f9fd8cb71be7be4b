"""The same module in JupyterLab and in marimo, where they are installed: they are not needed for anything else."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

CELL = """
import pandas as pd
from cecib.explore.widget import Explorer
finches = pd.read_csv("finches.csv")
explorer = Explorer(finches[["beak_length_mm", "beak_depth_mm", "wing_mm", "mass_g"]], finches["diet"], title="finches")
explorer
"""
APP = """
import marimo
app = marimo.App()
@app.cell
def show():
    {cell}
    return explorer
"""
TOLD = "print((explorer.labels == 'nectar').sum(), 'are nectar in', explorer.model.n_clusters_)"


@pytest.fixture
def lab(browser, tmp_path, request):
    """JupyterLab on a folder with a notebook."""
    pytest.importorskip("jupyterlab", reason="needs JupyterLab: pip install jupyterlab")
    pytest.importorskip("anywidget", reason="needs anywidget: pip install 'cecib[notebook]'")
    shutil.copy(request.config.rootpath / "examples" / "finches.csv", tmp_path)
    cells = [
        {"cell_type": "code", "source": text, "metadata": {}, "outputs": [], "execution_count": None, "id": f"cell{i}"}
        for i, text in enumerate([CELL.strip(), TOLD])
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "finches.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    own = {name: str(tmp_path / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", "--ServerApp.port_retries=0"]
    options += ["--IdentityProvider.token=finch", f"--ServerApp.root_dir={tmp_path}"]
    with served(["jupyterlab", *options], tmp_path, own) as address:
        yield f"{address}/lab/tree/finches.ipynb?token=finch"


@pytest.fixture
def app(browser, tmp_path, request):
    """Marimo, with a notebook of one cell."""
    pytest.importorskip("marimo", reason="needs marimo: pip install marimo")
    pytest.importorskip("anywidget", reason="needs anywidget: pip install 'cecib[notebook]'")
    shutil.copy(request.config.rootpath / "examples" / "finches.csv", tmp_path)
    (tmp_path / "app.py").write_text(APP.format(cell=CELL.strip().replace("\n", "\n    ")), encoding="utf-8")
    with served(["marimo", "run", "app.py", "--headless", "--no-token"], tmp_path, {}) as address:
        yield address


@contextmanager
def served(command, folder, environment):
    """Run the server of a notebook; give its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (folder / "server.log").open("w") as log:
        command = [sys.executable, "-m", *command, f"--port={port}"]
        server = subprocess.Popen(command, env={**os.environ, **environment}, cwd=folder, stdout=log, stderr=log)
    try:
        for _ in range(300):
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(20)


def label_a_cluster(page):
    """Show a cluster, choose its rows and label them, by mouse and keyboard."""
    page.wait_for_selector(".cecib-explore[data-ready=true]:not([data-found='-1'])", timeout=60_000)
    page.locator("tr[data-cluster='5']").click()
    page.keyboard.press("a")
    page.wait_for_selector(".cecib-explore[data-chosen='100']")
    page.keyboard.press("t")
    page.keyboard.type("nectar")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cecib-explore[data-labelled='188']")


def test_the_widget_in_jupyterlab(lab, browser, tmp_path):
    """Shown, labelled with the keyboard of the page and not of the notebook, and read from Python."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.goto(lab)
    page.locator(".jp-Cell .cm-content").first.click(timeout=60_000)
    page.get_by_text("| Idle").first.wait_for(timeout=60_000)  # the kernel listens
    page.keyboard.press("Shift+Enter")
    label_a_cluster(page)
    assert page.locator(".jp-Cell").count() == 2  # no key has gone to the notebook
    page.screenshot(path=tmp_path / "lab.png")
    page.locator(".jp-Cell .cm-content").nth(1).click()
    page.keyboard.press("Shift+Enter")
    page.get_by_text("100 are nectar in 6").wait_for(timeout=30_000)
    page.close()


def test_the_widget_in_marimo(app, browser):
    """It keeps widgets in trees of their own, where the document does not know which of its elements has the focus."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000}, color_scheme="dark")
    page.goto(app)
    label_a_cluster(page)
    assert page.locator(".cecib-explore").get_attribute("data-theme") == "light"  # as the notebook is
    page.close()
