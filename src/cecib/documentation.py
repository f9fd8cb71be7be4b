"""Where the documentation is: what the installed package says of itself, and the page of an estimator there."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata


def documentation_url() -> str | None:
    """Address of the documentation, from the metadata of the package (`[project.urls]`); None if there is none.

    Examples
    --------
    >>> from cecib.documentation import documentation_url
    >>> documentation_url()
    'https://...'
    """
    try:
        urls = metadata("cecib").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    named = dict(url.split(", ", 1) for url in urls)
    return named.get("Documentation")


class Documented:
    """An estimator whose picture in a notebook links to its page, as scikit-learn's do.

    Without an address scikit-learn draws no link. A class is documented where its package gives it: `cecib.CECIB`.
    """

    _public_module = "cecib"

    @property
    def _doc_link_module(self) -> str:
        return "cecib" if documentation_url() is not None else "nowhere"

    @property
    def _doc_link_template(self) -> str:
        return f"{(documentation_url() or '').rstrip('/')}/reference/{self._public_module}.{type(self).__name__}.html"

    def _doc_link_url_param_generator(self) -> dict[str, str]:
        return {}
