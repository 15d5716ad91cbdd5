-- Comments on conversations: threads, mentions and reactions. They are derived data: visible only to people who see the
-- conversation at the time of reading, and erased with it.

create table comments (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  conversation_id uuid not null,
  -- First comment of the thread; of the first comment, its own ID.
  thread_id uuid not null,
  author_id uuid not null,
  -- Only the author ever sees a private comment and its thread.
  private boolean not null default false,
  -- Mentions are stored as <@user ID>, so that names are those at the time of reading. Null: deleted, but the thread has
  -- replies.
  body text,
  -- Part of the recording in seconds, of first comments. Null for the whole conversation, and without times.
  start_time double precision check (start_time >= 0),
  end_time double precision check (end_time >= start_time),
  -- Words in a version of the transcript: segments from 0, offsets in code points, the last one exclusive. All are null if
  -- the comment isn't tied to words.
  transcript_version integer,
  first_segment integer check (first_segment >= 0),
  first_offset integer check (first_offset >= 0),
  last_segment integer check (last_segment >= first_segment),
  last_offset integer check (last_offset >= 0),
  quote text,
  speaker text,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Of first comments.
  resolved_at timestamptz,
  resolved_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, thread_id) references comments (organization_id, id) on delete cascade,
  foreign key (organization_id, author_id) references users (organization_id, id),
  foreign key (organization_id, resolved_by) references users (organization_id, id),
  check (num_nulls(transcript_version, first_segment, first_offset, last_segment, last_offset, quote, speaker) in (0, 7)),
  check (thread_id = id or num_nonnulls(start_time, end_time, quote, resolved_at, resolved_by) = 0)
);
create index comments_of_conversation on comments (organization_id, conversation_id, thread_id);
create index comments_of_thread on comments (organization_id, thread_id, id);
create index comments_by_author on comments (organization_id, author_id) where private;
select protect_tenant_table('comments');

create table comment_mentions (
  organization_id uuid not null,
  comment_id uuid not null,
  user_id uuid not null,
  primary key (organization_id, comment_id, user_id),
  foreign key (organization_id, comment_id) references comments (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id)
);
select protect_tenant_table('comment_mentions');

create table comment_reactions (
  organization_id uuid not null,
  comment_id uuid not null,
  user_id uuid not null,
  reaction text not null check (reaction in ('thumbs_up', 'heart', 'celebrate', 'laugh', 'eyes', 'question')),
  created_at timestamptz not null,
  primary key (organization_id, comment_id, user_id, reaction),
  foreign key (organization_id, comment_id) references comments (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id)
);
select protect_tenant_table('comment_reactions');
