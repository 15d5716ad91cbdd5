-- Snippets, which are marked clips of conversations, and the library: folders that snippets are put into.

create table snippets (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  -- Its creator: whose snippet it is, whoever made it for them.
  user_id uuid not null,
  title text not null,
  notes text not null default '',
  -- False: the share page needs no signing in.
  internal boolean not null,
  notify_views boolean not null,
  -- When the creator was told of a view; null until then.
  notified_at timestamptz,
  -- Seconds from the start of the recording.
  start_time double precision not null check (start_time >= 0),
  end_time double precision not null,
  -- The place in the transcript as the sender named it, and the version of the transcript it was checked against.
  reference jsonb,
  reference_version integer,
  -- The part of the share page's address that nobody can guess.
  share_code text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, share_code),
  -- Lets the library say whose conversation an item shows without asking here.
  unique (organization_id, id, conversation_id),
  check (end_time > start_time),
  check ((reference is null) = (reference_version is null)),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id)
);
create index snippets_listed on snippets (organization_id, created_at desc, id desc);
create index snippets_by_conversation on snippets (organization_id, conversation_id, created_at desc, id desc);
create index snippets_by_user on snippets (organization_id, user_id, created_at desc, id desc);
select protect_tenant_table('snippets');

-- Which snippet a share code opens: asked by whoever holds the code, of whom no organization is known yet. It looks into
-- the index of each organization in turn, since none may lead with anything else.
create function snippet_of_share_code(code text, out organization_id uuid, out id uuid)
  returns setof record
  language sql stable
  security definer
  set search_path = public
as $$
  select s.organization_id, s.id
  from organizations o
  cross join lateral (
    select n.organization_id, n.id from snippets n where n.organization_id = o.id and n.share_code = code limit 1
  ) s
  limit 1
$$;

-- Folders of the organization (user_id is null) and personal ones. Each of the two kinds of tree is one library, known by
-- the organization's id or the user's; keys that carry it keep a folder in the tree of the folder above.
create table library_folders (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid,
  library_id uuid not null generated always as (coalesce(user_id, organization_id)) stored,
  -- Null below the root, which is no row.
  parent_id uuid,
  name text not null,
  name_folded text not null,
  hidden boolean not null default false,
  -- Null for org-level keys.
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, library_id, id),
  constraint library_folders_named unique nulls not distinct (organization_id, library_id, parent_id, name_folded),
  check (parent_id <> id),
  foreign key (organization_id, user_id) references users (organization_id, id),
  foreign key (organization_id, library_id, parent_id) references library_folders (organization_id, library_id, id)
);
select protect_tenant_table('library_folders');

-- A snippet in a folder, or in the root of a library.
create table library_items (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid,
  library_id uuid not null generated always as (coalesce(user_id, organization_id)) stored,
  folder_id uuid,
  snippet_id uuid not null,
  conversation_id uuid not null,
  -- Null for org-level keys.
  added_by uuid,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint library_items_placed unique nulls not distinct (organization_id, library_id, folder_id, snippet_id),
  foreign key (organization_id, user_id) references users (organization_id, id),
  foreign key (organization_id, library_id, folder_id) references library_folders (organization_id, library_id, id),
  foreign key (organization_id, snippet_id, conversation_id)
    references snippets (organization_id, id, conversation_id) on delete cascade
);
create index library_items_listed on library_items (organization_id, library_id, folder_id, created_at desc, id desc);
create index library_items_by_snippet on library_items (organization_id, snippet_id);
create index library_items_by_user on library_items (organization_id, user_id) where user_id is not null;
create index library_folders_by_user on library_folders (organization_id, user_id) where user_id is not null;
select protect_tenant_table('library_items');
