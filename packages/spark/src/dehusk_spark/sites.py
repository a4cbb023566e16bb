"""Templates of sites: pages go to one place by site, where they are learned from and then processed."""

from __future__ import annotations

from typing import Callable, Iterable, Iterator
from urllib.parse import urlsplit

from .worker import Page, Result, Worker

#: Pages that a site is learned from, the first ones, as `dehusk batch --site-aware` does.
LEARN_PAGES = 200
#: Sites are learned together until they have so many pages or bytes: a thread is started each time.
CHUNK_PAGES = 256
CHUNK_BYTES = 32 << 20


def site_of(url: str | None) -> str:
    """The host of a page without "www.": what `dehusk` takes for its site. Empty without an address."""
    if not url:
        return ""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            pass
    return host.removeprefix("www.")


def process_by_site(worker: Worker, pages: Iterable[tuple[str, Page]]) -> Iterator[Result]:
    """The result of each page, with the templates of its site. Pages come with their sites, those of a site one after
    another. Holds the first 200 pages of a site, and those of small sites up to 32 MB."""
    rest = _Ahead(iter(pages))
    while rest.site is not None:
        held: list[Page] = []
        size = 0
        site = rest.site
        while rest.site is not None and len(held) < CHUNK_PAGES and size < CHUNK_BYTES:
            site = rest.site
            learnable = 0
            while rest.site == site and learnable < LEARN_PAGES:
                page = rest.take()
                held.append(page)
                size += len(page.html)
                learnable += page.error is None
            if rest.site == site:
                break
        worker.learn(held)
        yield from worker.process_pages(held, sites=True)
        del held
        yield from worker.process_pages(rest.pages_of(site), sites=True)


class _Ahead:
    """An iterator that knows the site of its next page; None at the end."""

    def __init__(self, pages: Iterator[tuple[str, Page]]) -> None:
        self._pages = pages
        self._next = next(pages, None)

    @property
    def site(self) -> str | None:
        return None if self._next is None else self._next[0]

    def take(self) -> Page:
        assert self._next is not None
        page = self._next[1]
        self._next = next(self._pages, None)
        return page

    def pages_of(self, site: str) -> Iterator[Page]:
        while self.site == site:
            yield self.take()
