"""Retries, errors, paging and webhook verification, against a server with planned answers."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from parley_client import (
    AsyncParley,
    Parley,
    ParleyConnectionError,
    ParleyError,
    WebhookVerificationError,
    follow_changes,
    follow_changes_async,
    pages_by_cursor,
    paginate,
    paginate_async,
    paginate_by_cursor,
    paginate_by_cursor_async,
    paginate_scim,
    upload_recording,
    verify_webhook,
)

Plan = Callable[[BaseHTTPRequestHandler], None]


class PlannedServer:
    """Answers each request by the next plan. The last one answers all further requests."""

    def __init__(self) -> None:
        self.plans: list[Plan] = []
        self.received: list[dict[str, Any]] = []
        planned = self

        class Handler(BaseHTTPRequestHandler):
            def handle_any(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                planned.received.append(
                    {"method": self.command, "path": self.path, "headers": self.headers, "body": self.rfile.read(length)}
                )
                plan = planned.plans.pop(0) if len(planned.plans) > 1 else planned.plans[0]
                plan(self)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

            def log_message(self, *_: Any) -> None:
                return None

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/v2"

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


def answer(status: int, body: Any, headers: dict[str, str] | None = None) -> Plan:
    def plan(handler: BaseHTTPRequestHandler) -> None:
        content = json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"content-type": "application/json", **(headers or {})}.items():
            handler.send_header(name, value)
        handler.send_header("content-length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return plan


def cut(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True
    handler.connection.close()


BUSY = answer(429, {"code": "rate_limit_exceeded", "title": "Too many requests"}, {"retry-after": "0"})
FOUND = answer(200, {"data": [], "meta": {}})


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = PlannedServer()
        self.addCleanup(self.server.close)
        self.parley = Parley(self.server.url + "/", "key")

    def keys(self) -> list[str | None]:
        return [request["headers"].get("idempotency-key") for request in self.server.received]

    def test_repeats_a_post_with_the_same_key_and_body(self) -> None:
        self.server.plans = [BUSY, cut, answer(409, {"code": "request_in_progress"}), FOUND]
        self.parley.create_label({"name": "Stage", "options": [{"value": "Open"}]})
        self.assertEqual(len(self.server.received), 4)
        self.assertEqual(len({request["body"] for request in self.server.received}), 1)
        self.assertEqual(len(set(self.keys())), 1)
        self.assertIsNotNone(self.keys()[0])

    def test_keeps_the_key_of_the_caller(self) -> None:
        self.server.plans = [BUSY, FOUND]
        self.parley.create_label({"name": "Stage", "options": [{"value": "Open"}]}, idempotency_key="mine")
        self.assertEqual(self.keys(), ["mine", "mine"])

    def test_uses_a_new_key_for_each_call_and_none_for_reads(self) -> None:
        self.server.plans = [FOUND]
        self.parley.test_webhook("a")
        self.parley.test_webhook("a")
        self.parley.list_teams()
        self.assertEqual(len(set(self.keys())), 3)
        self.assertIsNone(self.keys()[2])

    def test_repeats_a_patch_only_if_it_never_ran(self) -> None:
        self.server.plans = [BUSY, cut]
        with self.assertRaises(ParleyConnectionError):
            self.parley.update_webhook("a", {"enabled": False})
        self.assertEqual(len(self.server.received), 2)

    def test_ends_after_the_given_number_of_retries(self) -> None:
        self.server.plans = [BUSY]
        with self.assertRaises(ParleyError) as raised:
            Parley(self.server.url, "key", retries=2).list_teams()
        self.assertEqual((raised.exception.status, raised.exception.code), (429, "rate_limit_exceeded"))
        self.assertEqual(len(self.server.received), 3)

    def test_does_not_wait_longer_than_the_maximum(self) -> None:
        self.server.plans = [answer(503, {}, {"retry-after": "3600"})]
        with self.assertRaises(ParleyError) as raised:
            self.parley.list_teams()
        self.assertEqual((raised.exception.retry_after, len(self.server.received)), (3600.0, 1))

    def test_sends_a_file_once(self) -> None:
        self.server.plans = [cut]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / 'a "b".wav'
            file.write_bytes(b"RIFF")
            with self.assertRaises(ParleyConnectionError):
                upload_recording(self.parley, "id", file)
        self.assertEqual(len(self.server.received), 1)
        self.assertIn(b'filename="a %22b%22.wav"', self.server.received[0]["body"])

    def test_does_not_follow_redirects(self) -> None:
        self.server.plans = [answer(302, {}, {"location": "http://127.0.0.1:9/"})]
        with self.assertRaises(ParleyError) as raised:
            self.parley.list_teams()
        self.assertEqual((raised.exception.status, len(self.server.received)), (302, 1))

    def test_encodes_paths_lists_and_booleans(self) -> None:
        self.server.plans = [FOUND]
        client = Parley(self.server.url, lambda: "fresh", strict=True)
        client.get_crm_record("deals", "a/b c")
        client.list_conversation_briefs(filter_owner_id=["a", "b"], filter_archived=True)
        paths = [request["path"] for request in self.server.received]
        self.assertEqual(paths[0], "/v2/crm-records/deals/a%2Fb%20c")
        self.assertEqual(paths[1], "/v2/conversations/briefs?filter%5Bowner.id%5D=a%2Cb&filter%5Barchived%5D=true")
        headers = self.server.received[0]["headers"]
        self.assertEqual((headers["authorization"], headers["prefer"]), ("fresh", "handling=strict"))

    def test_reads_all_forms_of_errors(self) -> None:
        resource = {"code": "validation_failed", "title": "T", "detail": "D", "source": {"pointer": "/name"}}
        cases: list[tuple[Plan, tuple[Any, ...]]] = [
            (answer(400, {**resource, "errors": [resource]}), (400, "validation_failed", "/name", 1)),
            (answer(400, resource), (400, "validation_failed", "/name", 1)),
            (answer(401, {"code": 401, "message": "No key."}), (401, "unauthenticated", None, 0)),
            (answer(409, {"scimType": "uniqueness", "detail": "D"}), (409, "uniqueness", None, 0)),
            (answer(500, "<h1>"), (500, "http_500", None, 0)),
        ]
        for plan, expected in cases:
            self.server.plans = [plan]
            with self.assertRaises(ParleyError) as raised:
                self.parley.list_teams()
            error = raised.exception
            self.assertEqual((error.status, error.code, error.pointer, len(error.errors)), expected)

    def test_names_the_reason_if_the_service_is_away(self) -> None:
        with self.assertRaisesRegex(ParleyConnectionError, "refused"):
            Parley("http://127.0.0.1:9/v2", "key", retries=0).list_teams()

    def test_rejects_an_address_without_a_scheme(self) -> None:
        with self.assertRaisesRegex(ValueError, "base_url"):
            Parley("localhost:8080", "key")

    def test_waits_without_blocking_the_loop(self) -> None:
        self.server.plans = [BUSY, FOUND]

        async def work() -> int:
            async with AsyncParley(self.server.url, "key") as parley:
                await asyncio.gather(parley.list_teams(), parley.list_labels())
            return len(self.server.received)

        self.assertEqual(asyncio.run(work()), 3)


class PagingTest(unittest.TestCase):
    def test_iterates_over_items_and_changes(self) -> None:
        loaded = {1: ["a", "b"], 2: ["c"]}

        def load(page: int) -> dict[str, Any]:
            return {"data": loaded[page], "meta": {"pageCount": 2}}

        async def load_async(page: int) -> dict[str, Any]:
            return load(page)

        async def collect() -> list[Any]:
            return [item async for item in paginate_async(load_async)]

        self.assertEqual(list(paginate(load)), ["a", "b", "c"])
        self.assertEqual(asyncio.run(collect()), ["a", "b", "c"])

        def load_changes(since: str) -> dict[str, Any]:
            return {"data": [], "meta": {"cursor": since + "x", "hasMore": len(since) < 3}}

        async def load_changes_async(since: str) -> dict[str, Any]:
            return load_changes(since)

        async def collect_changes() -> list[str]:
            return [page["meta"]["cursor"] async for page in follow_changes_async(load_changes_async, "a")]

        self.assertEqual([page["meta"]["cursor"] for page in follow_changes(load_changes, "a")], ["ax", "axx", "axxx"])
        self.assertEqual(asyncio.run(collect_changes()), ["ax", "axx", "axxx"])

    def test_iterates_by_cursor(self) -> None:
        loaded: dict[str, tuple[list[str], str | None]] = {"": (["a", "b"], "x"), "x": (["c"], None)}

        def load(cursor: str) -> dict[str, Any]:
            data, following = loaded[cursor]
            return {"data": data, "meta": {"nextCursor": following}}

        async def load_async(cursor: str) -> dict[str, Any]:
            return load(cursor)

        async def collect() -> list[Any]:
            return [item async for item in paginate_by_cursor_async(load_async)]

        self.assertEqual(list(paginate_by_cursor(load)), ["a", "b", "c"])
        self.assertEqual(asyncio.run(collect()), ["a", "b", "c"])
        self.assertEqual([page["data"] for page in pages_by_cursor(load, "x")], [["c"]])

    def test_iterates_over_scim_resources(self) -> None:
        def load(start: int) -> dict[str, Any]:
            return {"Resources": list(range(start, min(start + 2, 6))), "totalResults": 5}

        self.assertEqual(list(paginate_scim(load)), [1, 2, 3, 4, 5])

    def test_ends_with_an_empty_list(self) -> None:
        self.assertEqual(list(paginate(lambda page: {"data": [], "meta": {"pageCount": 0}})), [])


class WebhookTest(unittest.TestCase):
    secret = "whsec_" + base64.b64encode(bytes([7]) * 32).decode()
    other = "whsec_" + base64.b64encode(bytes([8]) * 32).decode()
    body = '{"type":"conversation.analyzed","timestamp":"2026-11-20T10:00:00.000Z","data":{"conversation_id":"é"}}'

    def sign(self, secret: str, at: float | None = None) -> dict[str, str]:
        timestamp = str(int(time.time() if at is None else at))
        key = base64.b64decode(secret.removeprefix("whsec_"))
        digest = hmac.new(key, f"msg_1.{timestamp}.{self.body}".encode(), hashlib.sha256).digest()
        signature = "v1," + base64.b64encode(digest).decode()
        return {"Webhook-Id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": signature}

    def test_accepts_a_signed_event(self) -> None:
        headers = self.sign(self.secret)
        several = {**headers, "webhook-signature": f"v2,AA v1,??? {headers['webhook-signature']}"}
        for accepted in (
            verify_webhook(self.secret, headers, self.body),
            verify_webhook([self.other, self.secret], several, self.body.encode()),
            verify_webhook(self.secret, self.sign(self.secret, time.time() - 600), self.body, tolerance=700),
        ):
            self.assertEqual((accepted.id, accepted.event["data"]), ("msg_1", {"conversation_id": "é"}))

    def test_rejects_everything_else(self) -> None:
        headers = self.sign(self.secret)
        cases: list[tuple[str, dict[str, str], str, str]] = [
            (self.other, headers, self.body, "No signature"),
            (self.secret, headers, self.body.replace("analyzed", "erased"), "No signature"),
            (self.secret, {**headers, "Webhook-Id": "msg_2"}, self.body, "No signature"),
            (self.secret, self.sign(self.secret, time.time() - 600), self.body, "300 seconds"),
            (self.secret, {**headers, "webhook-timestamp": "now"}, self.body, "not a time"),
            (self.secret, {**headers, "webhook-signature": ""}, self.body, "missing"),
        ]
        for secret, sent, body, reason in cases:
            with self.assertRaisesRegex(WebhookVerificationError, reason):
                verify_webhook(secret, sent, body)

    def test_needs_a_secret_of_the_right_form(self) -> None:
        with self.assertRaisesRegex(ValueError, "whsec_"):
            verify_webhook("whsec_?", self.sign(self.secret), self.body)


if __name__ == "__main__":
    unittest.main()
