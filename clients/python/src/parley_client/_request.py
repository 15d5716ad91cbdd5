"""Requests as the generated methods describe them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: Any = None
    """JSON value, or bytes with a content type in `headers`."""
    binary: bool = False
    """Whether the response is a file."""
    is_repeatable: bool = True
    """Whether a lost response may be answered by another attempt."""


def encode_path(value: str | int) -> str:
    """Encodes a value as one segment of a path."""
    return quote(str(value), safe="")


def encode_query(query: Mapping[str, Any]) -> str:
    """Encodes a query. Lists are comma-separated, and parameters without a value are left out."""
    present = {name: _to_text(value) for name, value in query.items() if value is not None}
    return urlencode(present)


def _to_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_to_text(item) for item in value)
    return str(value)


def encode_body(request: Request) -> tuple[bytes | None, str | None]:
    """Returns the bytes of the body, and their content type unless the headers name it."""
    if request.body is None:
        return None, None
    if isinstance(request.body, bytes):
        return request.body, None
    return json.dumps(request.body, ensure_ascii=False).encode(), "application/json"
