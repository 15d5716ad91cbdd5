-- Glossary of an organization: terms, their other spellings, and the forms in which speech recognition mishears them.

create table glossary_terms (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  term text not null,
  -- Case-folded by the program, for the order of lists.
  term_folded text not null,
  kind text not null check (kind in ('product', 'person', 'company', 'acronym', 'other')),
  meaning text not null,
  aliases text[] not null check (cardinality(aliases) <= 20),
  misheard text[] not null check (cardinality(misheard) <= 20),
  -- Increases with every change that affects what is found in texts.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index glossary_terms_by_term on glossary_terms (organization_id, term_folded, id);
select protect_tenant_table('glossary_terms');

-- Every spelling of a term, as stems. A query looks up its words here, so its cost doesn't depend on the number of terms.
create table glossary_spellings (
  organization_id uuid not null,
  key text not null,
  term_id uuid not null,
  -- Key of the sound of a single word; empty for others.
  sound text not null,
  primary key (organization_id, key),
  foreign key (organization_id, term_id) references glossary_terms (organization_id, id) on delete cascade
);
create index glossary_spellings_by_term on glossary_spellings (organization_id, term_id);
create index glossary_spellings_by_sound on glossary_spellings (organization_id, sound) where sound <> '';
select protect_tenant_table('glossary_spellings');

-- Counts the changes of a glossary, so that each process can check whether its copy is current. Changes lock the row.
create table glossary_versions (
  organization_id uuid primary key references organizations (id),
  version integer not null default 1
);
select protect_tenant_table('glossary_versions');
