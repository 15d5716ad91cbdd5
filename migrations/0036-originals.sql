-- What cannot be rewritten when a person is taken out: recordings of their voice, and files of the knowledge base.

-- Those there are were asked for when originals always stayed.
alter table person_erasures
  add column originals text not null default 'keep' check (originals in ('delete', 'keep'));
alter table person_erasures alter column originals drop default;

alter table knowledge_sources
  -- When the file was taken away and its text stayed.
  add column file_removed_at timestamptz,
  add check (file_removed_at is null or source_type = 'file'),
  drop constraint knowledge_sources_failure_check,
  add constraint knowledge_sources_failure_check check (failure in (
    'encrypted', 'broken', 'too_complex', 'no_text', 'not_unicode', 'unsupported', 'not_received', 'removed', 'internal'));
