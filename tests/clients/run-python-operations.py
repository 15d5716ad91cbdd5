"""Sends requests with the Python client: one JSON object per line in, one result per line out."""

import asyncio
import inspect
import json
import sys
from typing import Any

from parley_client import (
    AsyncParley,
    Parley,
    ParleyError,
    import_archive_file,
    upload_knowledge_file,
    upload_recording,
    upload_recording_part,
    upload_transcript,
)


def call(base_url: str, order: dict[str, Any]) -> Any:
    parley = Parley(base_url, order["key"], strict=True, retries=0)
    if order["method"] == "put_conversation_media":
        return upload_recording(parley, order["arguments"]["id"], order["file"])
    if order["method"] == "correct_transcript" and not order["isAsync"]:
        return upload_transcript(parley, order["arguments"]["id"], order["file"])
    if order["method"] == "add_recording_part":
        return upload_recording_part(parley, order["arguments"]["id"], order["file"], 0, 0)
    if order["method"] == "upload_knowledge_source":
        return upload_knowledge_file(parley, order["file"], "From Python")
    if order["method"] == "import_archive":
        return import_archive_file(parley, order["file"], {"applicationName": "python"})
    if order["isAsync"]:
        return asyncio.run(call_async(base_url, order))
    method = getattr(parley, order["method"])
    return method(**typed(method, order["arguments"]))


async def call_async(base_url: str, order: dict[str, Any]) -> Any:
    async with AsyncParley(base_url, order["key"], strict=True, retries=0) as parley:
        method = getattr(parley, order["method"])
        return await method(**typed(method, order["arguments"]))


def typed(method: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    """Numbers where the method declares them: paths and queries of the samples are texts."""
    declared = {name: str(parameter.annotation) for name, parameter in inspect.signature(method).parameters.items()}
    return {
        name: int(value) if isinstance(value, str) and declared.get(name, "").startswith("int") else value
        for name, value in arguments.items()
    }


for line in sys.stdin:
    try:
        answer = call(sys.argv[1], json.loads(line))
        size = len(answer) if isinstance(answer, (bytes, str)) else None
        result = {"keys": list(answer) if isinstance(answer, dict) else None, "size": size, "type": type(answer).__name__}
    except (ParleyError, TypeError) as error:
        result = {"error": str(error)}
    print(json.dumps(result), flush=True)
