-- compatible-from: 0069
-- Hash of the transcript file of a conversation, and an index on the hashes of recordings, so that a file that arrives a
-- second time is found (docs/decisions/0152). Null for a transcript that didn't come as a file. Earlier programs store none.

alter table conversation_details add column transcript_file_hash text;
create index conversation_details_by_file on conversation_details (organization_id, transcript_file_hash)
  where transcript_file_hash is not null;
create index media_files_by_hash on media_files (organization_id, sha256) where sha256 is not null;
