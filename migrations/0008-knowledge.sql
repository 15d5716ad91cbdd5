-- Knowledge base sources, and the passages they are found by.

create table knowledge_sources (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  title text not null,
  -- As lists are filtered by it.
  title_folded text not null,
  source_type text not null check (source_type in ('manual', 'file')),
  format text not null check (format in ('text/markdown', 'text/html', 'text/plain', 'application/pdf')),
  status text not null check (status in ('indexing', 'indexed', 'failed')),
  -- Why it failed.
  failure text
    check (failure in ('encrypted', 'broken', 'too_complex', 'no_text', 'not_unicode', 'unsupported', 'not_received', 'internal')),
  -- Of manual sources; files lie where files lie.
  content text,
  file_name text,
  -- False while a form waits for its file.
  file_arrived boolean not null default true,
  -- In bytes.
  file_size bigint not null,
  chunk_count integer not null default 0,
  -- The file has more text than is indexed.
  truncated boolean not null default false,
  -- Counts what the index was made of, so that a change made meanwhile is noticed.
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check ((source_type = 'manual') = (content is not null)),
  check ((source_type = 'file') = (file_name is not null)),
  check ((status = 'failed') = (failure is not null))
);
create index knowledge_sources_listed on knowledge_sources (organization_id, created_at desc, id desc);
select protect_tenant_table('knowledge_sources');

-- What search finds: verbatim pieces in reading order, with the headings they stand below.
create table passages (
  organization_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  position integer not null,
  headings text[] not null,
  text text not null,
  primary key (organization_id, id),
  unique (organization_id, source_id, position),
  foreign key (organization_id, source_id) references knowledge_sources (organization_id, id) on delete cascade
);
select protect_tenant_table('passages');
