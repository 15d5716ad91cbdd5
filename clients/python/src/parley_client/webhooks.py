"""Verification of webhooks by Standard Webhooks 1.0.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypedDict

from .errors import WebhookVerificationError


class WebhookEvent(TypedDict):
    """Body of a webhook. Later versions of Parley can add types, and fields to `data`."""

    type: str
    """Type of the event, such as `conversation.analyzed`."""
    timestamp: str
    """Time of the event, ISO 8601."""
    data: dict[str, Any]


class VerifiedWebhook(NamedTuple):
    id: str
    """ID of the message. An event can arrive twice with the same ID."""
    event: WebhookEvent


def verify_webhook(
    secret: str | Iterable[str],
    headers: Mapping[str, str],
    body: bytes | str,
    *,
    tolerance: float = 300.0,
) -> VerifiedWebhook:
    """Verifies the signature and the time of a webhook.

    Args:
        secret: Secret of the webhook (`whsec_…`), or several while you replace it.
        headers: Headers of the request. Their case doesn't matter.
        body: Unchanged body of the request. A body that was parsed and serialized again has another signature.
        tolerance: Largest difference in seconds between the time of the attempt and now.

    Raises:
        WebhookVerificationError: The headers are incomplete, the time is wrong, or no signature matches.
    """
    present = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not present.get(name):
            raise WebhookVerificationError(f"The header `{name}` is missing.")
    message_id, timestamp = present["webhook-id"], present["webhook-timestamp"]
    if not (timestamp.isdecimal() and len(timestamp) <= 12):
        raise WebhookVerificationError("The header `webhook-timestamp` is not a time.")
    if abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError(f"The webhook is more than {tolerance:g} seconds older or newer than this clock.")

    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    secrets = [secret] if isinstance(secret, str) else list(secret)
    expected = [hmac.new(_decode_secret(one), signed, hashlib.sha256).digest() for one in secrets]
    if not any(
        hmac.compare_digest(signature, digest)
        for signature in _decode_signatures(present["webhook-signature"])
        for digest in expected
    ):
        raise WebhookVerificationError("No signature of the webhook matches the secret.")
    try:
        event: WebhookEvent = json.loads(content)
    except ValueError as error:
        raise WebhookVerificationError("The body of the webhook is not JSON.") from error
    return VerifiedWebhook(message_id, event)


def _decode_secret(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError("The secret of a webhook has the form `whsec_` and base64.") from error


def _decode_signatures(header: str) -> Iterable[bytes]:
    for entry in header.split(" "):
        version, _, value = entry.partition(",")
        if version == "v1":
            try:
                yield base64.b64decode(value, validate=True)
            except (binascii.Error, ValueError):
                continue
