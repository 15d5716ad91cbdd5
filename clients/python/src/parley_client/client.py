"""The synchronous and the asynchronous client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ._async_operations import AsyncOperations
from ._operations import Operations
from ._request import Request
from ._transport import Attempts, Settings, send


def _to_settings(
    base_url: str,
    api_key: str | Callable[[], str],
    strict: bool,
    retries: int,
    max_retry_delay: float,
    timeout: float,
) -> Settings:
    if not base_url.startswith(("http://", "https://")):
        raise ValueError(f"base_url is {base_url!r}. It must start with http:// or https://, and end with /v2.")
    return Settings(base_url.rstrip("/"), api_key, strict, retries, max_retry_delay, timeout)


class Parley(Operations):
    """Client of the REST API, with one method for each operation. Threads can share it.

    Args:
        base_url: Address of the REST API, such as `https://parley.example.com/v2`.
        api_key: API key, or `Bearer` and an OAuth access token. A function is called for each request.
        strict: Whether the service rejects parameters and fields that it doesn't know. Otherwise it ignores them.
        retries: Retries after the first attempt. 0 disables them.
        max_retry_delay: Longest wait in seconds before a retry. If the service asks for more, the error is raised.
        timeout: Seconds without data after which an attempt fails.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | Callable[[], str],
        *,
        strict: bool = False,
        retries: int = 4,
        max_retry_delay: float = 60.0,
        timeout: float = 120.0,
    ) -> None:
        self._settings = _to_settings(base_url, api_key, strict, retries, max_retry_delay, timeout)

    def _send(self, request: Request) -> Any:
        return send(self._settings, request)


class AsyncParley(AsyncOperations):
    """Client for asyncio, with the arguments and methods of `Parley`.

    Requests run in threads of the client. Use it as `async with AsyncParley(…) as parley`, or call `close`.

    Args:
        concurrency: Maximum number of requests at a time. Others wait.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | Callable[[], str],
        *,
        strict: bool = False,
        retries: int = 4,
        max_retry_delay: float = 60.0,
        timeout: float = 120.0,
        concurrency: int = 8,
    ) -> None:
        self._settings = _to_settings(base_url, api_key, strict, retries, max_retry_delay, timeout)
        self._threads = ThreadPoolExecutor(concurrency, thread_name_prefix="parley")

    async def _send(self, request: Request) -> Any:
        attempts = Attempts(self._settings, request)
        loop = asyncio.get_running_loop()
        while True:
            outcome = await loop.run_in_executor(self._threads, attempts.send)
            delay = attempts.delay(outcome)
            if delay is None:
                return attempts.finish(outcome)
            # A waiting request occupies no thread.
            await asyncio.sleep(delay)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def __aenter__(self) -> AsyncParley:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
