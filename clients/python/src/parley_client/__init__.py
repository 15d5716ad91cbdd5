"""Client of the REST API of Parley."""

from .client import AsyncParley, Parley
from .errors import FieldProblem, ParleyConnectionError, ParleyError, WebhookVerificationError
from .paging import (
    follow_changes,
    follow_changes_async,
    pages,
    pages_async,
    pages_by_cursor,
    pages_by_cursor_async,
    paginate,
    paginate_async,
    paginate_by_cursor,
    paginate_by_cursor_async,
    paginate_scim,
)
from .uploads import (
    import_archive_file,
    import_file,
    import_many,
    upload_knowledge_file,
    upload_recording,
    upload_recording_part,
    upload_transcript,
)
from .webhooks import VerifiedWebhook, WebhookEvent, verify_webhook

__all__ = [
    "AsyncParley",
    "FieldProblem",
    "Parley",
    "ParleyConnectionError",
    "ParleyError",
    "VerifiedWebhook",
    "WebhookEvent",
    "WebhookVerificationError",
    "follow_changes",
    "follow_changes_async",
    "import_archive_file",
    "import_file",
    "import_many",
    "pages",
    "pages_async",
    "pages_by_cursor",
    "pages_by_cursor_async",
    "paginate",
    "paginate_async",
    "paginate_by_cursor",
    "paginate_by_cursor_async",
    "paginate_scim",
    "upload_knowledge_file",
    "upload_recording",
    "upload_recording_part",
    "upload_transcript",
    "verify_webhook",
]
