"""Errors of the client."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any


@dataclass(frozen=True)
class FieldProblem:
    """One rejected field of a request."""

    code: str
    title: str
    detail: str
    pointer: str
    """JSON pointer of the field, such as `/title`."""


class ParleyError(Exception):
    """Error response of the service."""

    status: int
    code: str
    """Stable code, such as `conversation_not_found`. Compare this, not the text."""
    title: str
    detail: str
    pointer: str | None
    """JSON pointer of the rejected field; None if no field is the cause."""
    errors: list[FieldProblem]
    """All rejected fields."""
    request_id: str | None
    """ID of the request in the logs of the service."""
    retry_after: float | None
    """Seconds after which a retry can succeed."""
    problem: dict[str, Any] | None
    """Body of the response; None if it isn't JSON, for example because a proxy sent it."""

    def __init__(self, status: int, headers: Mapping[str, str], content: bytes) -> None:
        problem = _parse_object(content)
        fields = problem or {}
        is_unauthenticated = isinstance(fields.get("code"), int)
        self.status = status
        self.code = "unauthenticated" if is_unauthenticated else fields.get("code") or fields.get("scimType") or f"http_{status}"
        self.title = "Unauthenticated" if is_unauthenticated else fields.get("title") or f"HTTP {status}"
        self.detail = fields.get("detail") or fields.get("message") or ""
        self.pointer = fields.get("source", {}).get("pointer")
        # The service lists them only if there are several.
        rejected = fields.get("errors", [fields] if self.pointer is not None else [])
        self.errors = [
            FieldProblem(
                code=error.get("code", ""),
                title=error.get("title", ""),
                detail=error.get("detail", ""),
                pointer=error.get("source", {}).get("pointer", ""),
            )
            for error in rejected
        ]
        self.request_id = headers.get("x-request-id") or fields.get("id")
        self.retry_after = read_retry_after(headers)
        self.problem = problem
        super().__init__(f"{self.title}: {self.detail}" if self.detail else self.title)


class ParleyConnectionError(Exception):
    """A request without a response: the network failed, or the service didn't respond in time."""


class WebhookVerificationError(Exception):
    """A webhook that Parley didn't sign, or that is too old. Respond with 401."""


def _parse_object(content: bytes) -> dict[str, Any] | None:
    try:
        parsed = json.loads(content)
    except ValueError:
        return None
    return parsed if isinstance(parsed, dict) else None


def read_retry_after(headers: Mapping[str, str]) -> float | None:
    """Reads `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3)."""
    value = headers.get("retry-after")
    if value is None:
        return None
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
