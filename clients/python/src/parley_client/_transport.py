"""Sends requests over urllib, and repeats them after rejections and lost responses."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from typing import Any

from ._request import Request, encode_body, encode_query
from .errors import ParleyConnectionError, ParleyError

FIRST_DELAY_SECONDS = 0.5
RETRIED_STATUSES = {429, 502, 503, 504}
REJECTED_STATUSES = {429, 503}
"""The request never ran, so any method can be repeated."""
REPEATABLE_METHODS = {"GET", "PUT", "DELETE", "POST"}
"""Repeating one of these has the same effect as sending it once. A POST has an idempotency key."""


class _RejectRedirects(urllib.request.HTTPRedirectHandler):
    """The API doesn't redirect, and urllib would send the API key to another host."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> None:
        return None


_opener = urllib.request.build_opener(_RejectRedirects)


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str | Callable[[], str]
    strict: bool = False
    retries: int = 4
    max_retry_delay: float = 60.0
    timeout: float = 120.0


@dataclass(frozen=True)
class Response:
    status: int
    headers: dict[str, str]
    content: bytes


class Attempts:
    """Decides after each attempt whether to repeat the request. It doesn't wait, so both clients can use it."""

    def __init__(self, settings: Settings, request: Request) -> None:
        self._settings = settings
        self._request = request
        self._attempt = 0
        self._url = settings.base_url + request.path
        query = encode_query(request.query)
        if query:
            self._url += f"?{query}"
        self._body, content_type = encode_body(request)
        self._headers = {name: value for name, value in request.headers.items() if value is not None}
        if content_type is not None:
            self._headers["Content-Type"] = content_type
        if settings.strict:
            self._headers["Prefer"] = "handling=strict"
        if request.method == "POST":
            self._headers.setdefault("Idempotency-Key", str(uuid.uuid4()))

    def send(self) -> Response | ParleyConnectionError:
        """Makes one attempt."""
        self._attempt += 1
        key = self._settings.api_key
        headers = {**self._headers, "Authorization": key if isinstance(key, str) else key()}
        message = urllib.request.Request(self._url, self._body, headers, method=self._request.method)
        try:
            with _opener.open(message, timeout=self._settings.timeout) as answer:
                return Response(answer.status, _lower(answer.headers), answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return self._read_error(error)
        except (OSError, http.client.HTTPException) as error:
            return self._describe(error)

    def _read_error(self, error: urllib.error.HTTPError) -> Response | ParleyConnectionError:
        try:
            return Response(error.code, _lower(error.headers), error.read())
        except (OSError, http.client.HTTPException) as cause:
            return self._describe(cause)

    def _describe(self, cause: Exception) -> ParleyConnectionError:
        reason = getattr(cause, "reason", None) or str(cause) or type(cause).__name__
        failure = ParleyConnectionError(f"{self._request.method} {self._url} failed: {reason}.")
        failure.__cause__ = cause
        return failure

    def delay(self, outcome: Response | ParleyConnectionError) -> float | None:
        """Returns the seconds to wait before the next attempt; None if the outcome is final."""
        if self._attempt > self._settings.retries or not self._is_retried(outcome):
            return None
        asked = ParleyError(outcome.status, outcome.headers, b"").retry_after if isinstance(outcome, Response) else None
        exponential: float = FIRST_DELAY_SECONDS * 2 ** (self._attempt - 1) * (1 + random.random() / 4)
        delay = exponential if asked is None else asked
        return None if delay > self._settings.max_retry_delay else delay

    def _is_retried(self, outcome: Response | ParleyConnectionError) -> bool:
        is_repeatable = self._request.is_repeatable and self._request.method in REPEATABLE_METHODS
        if isinstance(outcome, ParleyConnectionError):
            return is_repeatable
        if outcome.status == 409:
            # The first request with this key is still running.
            error = ParleyError(outcome.status, outcome.headers, outcome.content)
            return is_repeatable and error.code == "request_in_progress"
        if outcome.status not in RETRIED_STATUSES:
            return False
        return is_repeatable or outcome.status in REJECTED_STATUSES

    def finish(self, outcome: Response | ParleyConnectionError) -> Any:
        """Returns the body of a success, and raises everything else."""
        if isinstance(outcome, ParleyConnectionError):
            raise outcome
        if not 200 <= outcome.status < 300:
            raise ParleyError(outcome.status, outcome.headers, outcome.content)
        if self._request.binary:
            return outcome.content
        if outcome.status == 204 or not outcome.content:
            return None
        is_json = "json" in outcome.headers.get("content-type", "") and "ndjson" not in outcome.headers["content-type"]
        return json.loads(outcome.content) if is_json else outcome.content.decode()


def send(settings: Settings, request: Request) -> Any:
    """Sends a request, and waits between attempts in this thread."""
    attempts = Attempts(settings, request)
    while True:
        outcome = attempts.send()
        delay = attempts.delay(outcome)
        if delay is None:
            return attempts.finish(outcome)
        time.sleep(delay)


def _lower(headers: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
