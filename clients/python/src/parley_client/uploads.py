"""Requests with files, and imports of many conversations, for the synchronous client.

With the asynchronous client, call these in a thread: `await asyncio.to_thread(upload_recording, parley, id, path)`.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from . import types as t
from ._request import Request, encode_path
from .client import Parley


def import_file(parley: Parley, file: str | Path, metadata: t.ImportConversationBody | None = None) -> t.ImportConversationAnswer:
    """Imports a conversation with its recording or a transcript file.

    Args:
        metadata: Fields of the body of `import_conversation`.
    """
    request = _to_form_request("POST", "/conversations/import", file, metadata or {})
    return cast(t.ImportConversationAnswer, parley._send(request))


def import_archive_file(
    parley: Parley, file: str | Path, fields: Mapping[str, Any] | None = None
) -> t.ImportArchiveAnswer:
    """Imports the recordings and transcripts of a ZIP archive.

    Args:
        fields: Fields of the body of `import_archive`, without `file`.
    """
    request = _to_form_request("POST", "/conversations/import/archive", file, fields or {})
    return cast(t.ImportArchiveAnswer, parley._send(request))


def upload_recording(parley: Parley, conversation_id: str, file: str | Path) -> t.PutConversationMediaAnswer:
    """Uploads or replaces the recording of a conversation."""
    request = _to_form_request("PUT", f"/conversations/{encode_path(conversation_id)}/media", file, {})
    return cast(t.PutConversationMediaAnswer, parley._send(request))


def upload_transcript(parley: Parley, conversation_id: str, file: str | Path) -> t.CorrectTranscriptAnswer:
    """Replaces the transcript of a conversation by the one in a file."""
    request = _to_form_request("PUT", f"/conversations/{encode_path(conversation_id)}/transcript", file, {})
    return cast(t.CorrectTranscriptAnswer, parley._send(request))


def upload_recording_part(parley: Parley, session_id: str, file: str | Path, take: int, part: int) -> t.AddRecordingPartAnswer:
    """Stores a part of a recording session. Takes and parts count from 0."""
    path = f"/recording-sessions/{encode_path(session_id)}/parts"
    request = _to_form_request("POST", path, file, {"take": take, "part": part})
    return cast(t.AddRecordingPartAnswer, parley._send(request))


def upload_knowledge_file(parley: Parley, file: str | Path, title: str | None = None) -> t.UploadKnowledgeSourceAnswer:
    """Uploads a file to the knowledge base."""
    fields = {} if title is None else {"title": title}
    request = _to_form_request("POST", "/knowledge-base/sources/upload", file, fields)
    return cast(t.UploadKnowledgeSourceAnswer, parley._send(request))


def import_many(parley: Parley, conversations: Iterable[t.ImportConversationBody]) -> list[dict[str, Any]]:
    """Imports many conversations in one request, of up to 32 MiB for each of them.

    Returns one result for each conversation, in the same order: the answer of an import, or `{"error": …}`. A rejected
    conversation doesn't stop the others.
    """
    lines = "\n".join(json.dumps(conversation, ensure_ascii=False) for conversation in conversations)
    headers = {"Content-Type": "application/x-ndjson"}
    text = parley._send(Request("POST", "/conversations/import", headers=headers, body=lines.encode()))
    return [json.loads(line) for line in text.split("\n") if line]


def _to_form_request(method: str, path: str, file: str | Path, fields: Mapping[str, Any]) -> Request:
    """Builds a form (RFC 7578). The service reads fields up to the file, so the file is the last one."""
    boundary = uuid.uuid4().hex
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
        f"{value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}\r\n".encode()
        for name, value in fields.items()
    ]
    source = Path(file)
    name = source.name.replace("\\", "\\\\").replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: application/octet-stream\r\n\r\n'
    body = b"".join([*parts, head.encode(), source.read_bytes(), f"\r\n--{boundary}--\r\n".encode()])
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    return Request(method, path, headers=headers, body=body, is_repeatable=False)
