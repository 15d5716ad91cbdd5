-- Hash of the recording that `conversations.media_url` names, as a vCon states it: `algorithm-base64url` (`content_hash`
-- of draft-ietf-vcon-vcon-core). Null if the source stated none.

alter table conversation_details add column media_hash text;
