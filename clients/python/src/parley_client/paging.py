"""Iterators over lists and feeds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import Any, TypeVar

Page = TypeVar("Page", bound=Mapping[str, Any])


def pages(load: Callable[[int], Page]) -> Iterator[Page]:
    """Iterates over the pages of a list with `page` and `size`."""
    page = 1
    while True:
        loaded = load(page)
        yield loaded
        if not loaded["data"] or page >= loaded["meta"]["pageCount"]:
            return
        page += 1


def paginate(load: Callable[[int], Mapping[str, Any]]) -> Iterator[Any]:
    """Iterates over all items of a list.

    ```python
    for team in paginate(lambda page: parley.list_teams(page=page, size=50)):
        print(team["name"])
    ```

    Items that are created or deleted during the iteration move the pages, so that others can repeat or be missing. Use
    `paginate_by_cursor` for lists that have `cursor`, and `follow_changes` to keep an exact copy.
    """
    for page in pages(load):
        yield from page["data"]


def pages_by_cursor(load: Callable[[str], Page], start: str = "") -> Iterator[Page]:
    """Iterates over the pages of a list with `cursor`.

    To continue later, store `meta["nextCursor"]` after you processed a page, and pass it as `start`.
    """
    cursor: str | None = start
    while cursor is not None:
        loaded = load(cursor)
        yield loaded
        cursor = loaded["meta"]["nextCursor"]


def paginate_by_cursor(load: Callable[[str], Mapping[str, Any]]) -> Iterator[Any]:
    """Iterates over all items of a list with `cursor`.

    Items that are created or deleted during the iteration neither repeat nor hide others.

    ```python
    for team in paginate_by_cursor(lambda cursor: parley.list_teams(cursor=cursor, size=50)):
        print(team["name"])
    ```
    """
    for page in pages_by_cursor(load):
        yield from page["data"]


def follow_changes(load: Callable[[str], Page], since: str) -> Iterator[Page]:
    """Iterates over the pages of a feed, such as `list_changes`, until no more entries exist.

    Store `meta["cursor"]` of a page after you processed the page, and continue there the next time.
    """
    while True:
        loaded = load(since)
        yield loaded
        if not loaded["meta"]["hasMore"]:
            return
        since = loaded["meta"]["cursor"]


def paginate_scim(load: Callable[[int], Mapping[str, Any]]) -> Iterator[Any]:
    """Iterates over all resources of a SCIM list with `startIndex` and `count`."""
    start_index = 1
    while True:
        loaded = load(start_index)
        yield from loaded["Resources"]
        start_index += len(loaded["Resources"])
        if not loaded["Resources"] or start_index > loaded["totalResults"]:
            return


async def pages_async(load: Callable[[int], Awaitable[Page]]) -> AsyncIterator[Page]:
    """Iterates over the pages of a list, with the asynchronous client."""
    page = 1
    while True:
        loaded = await load(page)
        yield loaded
        if not loaded["data"] or page >= loaded["meta"]["pageCount"]:
            return
        page += 1


async def paginate_async(load: Callable[[int], Awaitable[Mapping[str, Any]]]) -> AsyncIterator[Any]:
    """Iterates over all items of a list, with the asynchronous client."""
    async for page in pages_async(load):
        for item in page["data"]:
            yield item


async def follow_changes_async(load: Callable[[str], Awaitable[Page]], since: str) -> AsyncIterator[Page]:
    """Iterates over the pages of a feed, with the asynchronous client."""
    while True:
        loaded = await load(since)
        yield loaded
        if not loaded["meta"]["hasMore"]:
            return
        since = loaded["meta"]["cursor"]


async def pages_by_cursor_async(load: Callable[[str], Awaitable[Page]], start: str = "") -> AsyncIterator[Page]:
    """Iterates over the pages of a list with `cursor`, with the asynchronous client."""
    cursor: str | None = start
    while cursor is not None:
        loaded = await load(cursor)
        yield loaded
        cursor = loaded["meta"]["nextCursor"]


async def paginate_by_cursor_async(load: Callable[[str], Awaitable[Mapping[str, Any]]]) -> AsyncIterator[Any]:
    """Iterates over all items of a list with `cursor`, with the asynchronous client."""
    async for page in pages_by_cursor_async(load):
        for item in page["data"]:
            yield item
