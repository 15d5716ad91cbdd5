-- Generated from migrations/ by `npm run generate`. Read it; change the migrations.

CREATE OR REPLACE FUNCTION public.count_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  organization uuid := case when tg_op = 'DELETE' then old.organization_id else new.organization_id end;
begin
  if tg_op <> 'INSERT' then
    insert into conversation_counts
    select old.organization_id, owner_id, team_id, old.archived, old.private, old.is_internal, old.is_empty,
           old.has_transcript, old.processing_status, -1
    from (values (old.owner_id, old.team_id), (null, null)) as whose (owner_id, team_id);
  end if;
  if tg_op <> 'DELETE' then
    insert into conversation_counts
    select new.organization_id, owner_id, team_id, new.archived, new.private, new.is_internal, new.is_empty,
           new.has_transcript, new.processing_status, 1
    from (values (new.owner_id, new.team_id), (null, null)) as whose (owner_id, team_id);
  end if;
  -- One write in 256 folds, unless another one is folding this very moment.
  if random() < 1.0 / 256 and pg_try_advisory_xact_lock(hashtextextended(organization::text, 7)) then
    perform fold_conversation_counts(organization);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.current_organization()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('parley.organization_id', true), '')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.fold_conversation_counts(organization uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  with folded as (
    delete from conversation_counts where organization_id = organization returning *
  )
  insert into conversation_counts
  select organization_id, owner_id, team_id, archived, private, is_internal, is_empty, has_transcript,
         processing_status, sum(n)
  from folded
  group by organization_id, owner_id, team_id, archived, private, is_internal, is_empty, has_transcript,
           processing_status
  having sum(n) <> 0
$function$;

CREATE OR REPLACE FUNCTION public.installation_is_empty()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select not exists (select from organizations)
$function$;

CREATE OR REPLACE FUNCTION public.protect_tenant_table(name regclass, organization_column text DEFAULT 'organization_id'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security', name);
  execute format(
    'create policy tenant on %s using (%I = current_organization()) with check (%I = current_organization())',
    name, organization_column, organization_column
  );
end
$function$;

create table api_keys (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid,
  name text not null,
  last_four text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_keys_last_four_check CHECK ((length(last_four) = 4)),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint api_keys_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint api_keys_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX api_keys_by_user ON public.api_keys USING btree (organization_id, user_id);
alter table api_keys enable row level security;
create policy tenant on api_keys using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_counts (
  organization_id uuid not null,
  owner_id uuid,
  team_id uuid,
  archived boolean not null,
  private boolean not null,
  is_internal boolean not null,
  is_empty boolean not null,
  has_transcript boolean not null,
  processing_status text not null,
  n bigint not null
);
CREATE INDEX conversation_counts_by_owner ON public.conversation_counts USING btree (organization_id, owner_id);
alter table conversation_counts enable row level security;
create policy tenant on conversation_counts using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_crm_links (
  organization_id uuid not null,
  conversation_id uuid not null,
  position integer not null,
  code text not null,
  record_id text not null,
  constraint conversation_crm_links_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_crm_links_pkey PRIMARY KEY (organization_id, conversation_id, code, record_id)
);
CREATE INDEX conversation_crm_links_by_record ON public.conversation_crm_links USING btree (organization_id, code, record_id, conversation_id);
alter table conversation_crm_links enable row level security;
create policy tenant on conversation_crm_links using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_details (
  organization_id uuid not null,
  conversation_id uuid not null,
  participants jsonb not null default '[]'::jsonb,
  internal_participants jsonb not null default '[]'::jsonb,
  labels jsonb not null default '{}'::jsonb,
  summary text,
  statistics jsonb,
  scorecard_results jsonb not null default '[]'::jsonb,
  extracted_intelligence jsonb not null default '{}'::jsonb,
  confirmed_extracted_intelligence jsonb not null default '{}'::jsonb,
  intelligence_items jsonb not null default '[]'::jsonb,
  meeting_platform_metadata jsonb,
  import_metadata jsonb,
  constraint conversation_details_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_details_pkey PRIMARY KEY (organization_id, conversation_id)
);
alter table conversation_details enable row level security;
create policy tenant on conversation_details using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_participants (
  organization_id uuid not null,
  email text not null,
  conversation_id uuid not null,
  constraint conversation_participants_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_participants_pkey PRIMARY KEY (organization_id, email, conversation_id)
);
CREATE INDEX conversation_participants_by_conversation ON public.conversation_participants USING btree (organization_id, conversation_id);
alter table conversation_participants enable row level security;
create policy tenant on conversation_participants using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversations (
  organization_id uuid not null,
  id uuid not null,
  title text not null,
  title_folded text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  live_started_at timestamp with time zone,
  live_ended_at timestamp with time zone,
  started_at timestamp with time zone not null generated always as (COALESCE(live_started_at, created_at)) stored,
  media_duration double precision,
  owner_id uuid not null,
  team_id uuid,
  archived boolean not null default false,
  private boolean not null default false,
  is_internal boolean not null,
  is_empty boolean not null,
  processing_status text not null default 'pending'::text,
  transcript_status text not null,
  transcript_version integer,
  has_transcript boolean not null generated always as ((transcript_version IS NOT NULL)) stored,
  import_status text not null default 'completed'::text,
  crm_export_status text not null default 'none'::text,
  language text,
  application text,
  external_id text,
  opportunity_id uuid,
  media_url text,
  constraint conversations_crm_export_status_check CHECK ((crm_export_status = ANY (ARRAY['none'::text, 'pending'::text, 'exported'::text, 'failed'::text]))),
  constraint conversations_media_duration_check CHECK ((media_duration >= (0)::double precision)),
  constraint conversations_processing_status_check CHECK ((processing_status = ANY (ARRAY['pending'::text, 'analyzed'::text, 'failed'::text]))),
  constraint conversations_transcript_status_check CHECK ((transcript_status = ANY (ARRAY['pending'::text, 'completed'::text, 'none'::text]))),
  constraint conversations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint conversations_organization_id_opportunity_id_fkey FOREIGN KEY (organization_id, opportunity_id) REFERENCES opportunities(organization_id, id),
  constraint conversations_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES users(organization_id, id),
  constraint conversations_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  constraint conversations_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX conversations_by_opportunity ON public.conversations USING btree (organization_id, opportunity_id) WHERE (opportunity_id IS NOT NULL);
CREATE INDEX conversations_by_owner ON public.conversations USING btree (organization_id, owner_id, started_at DESC, id DESC);
CREATE UNIQUE INDEX conversations_by_source ON public.conversations USING btree (organization_id, external_id, application) WHERE (external_id IS NOT NULL);
CREATE INDEX conversations_by_team ON public.conversations USING btree (organization_id, team_id, started_at DESC, id DESC);
CREATE INDEX conversations_listed ON public.conversations USING btree (organization_id, started_at DESC, id DESC) INCLUDE (owner_id, team_id, archived, private, is_internal, is_empty, processing_status, has_transcript);
CREATE INDEX conversations_titled ON public.conversations USING btree (organization_id, started_at DESC, id DESC) INCLUDE (title_folded, owner_id, team_id, archived, private, is_internal, is_empty, processing_status, has_transcript);
alter table conversations enable row level security;
create policy tenant on conversations using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER conversation_changed AFTER UPDATE ON public.conversations FOR EACH ROW WHEN (((((((((old.owner_id IS DISTINCT FROM new.owner_id) OR (old.team_id IS DISTINCT FROM new.team_id)) OR (old.archived IS DISTINCT FROM new.archived)) OR (old.private IS DISTINCT FROM new.private)) OR (old.is_internal IS DISTINCT FROM new.is_internal)) OR (old.is_empty IS DISTINCT FROM new.is_empty)) OR (old.has_transcript IS DISTINCT FROM new.has_transcript)) OR (old.processing_status IS DISTINCT FROM new.processing_status))) EXECUTE FUNCTION count_conversation();
CREATE TRIGGER conversation_deleted AFTER DELETE ON public.conversations FOR EACH ROW EXECUTE FUNCTION count_conversation();
CREATE TRIGGER conversation_inserted AFTER INSERT ON public.conversations FOR EACH ROW EXECUTE FUNCTION count_conversation();

create table crm_record_values (
  organization_id uuid not null,
  code text not null,
  field text not null,
  value text not null,
  record_id text not null,
  constraint crm_record_values_organization_id_code_record_id_fkey FOREIGN KEY (organization_id, code, record_id) REFERENCES crm_records(organization_id, code, id) ON DELETE CASCADE,
  constraint crm_record_values_pkey PRIMARY KEY (organization_id, field, value, code, record_id)
);
CREATE INDEX crm_record_values_by_record ON public.crm_record_values USING btree (organization_id, code, record_id);
alter table crm_record_values enable row level security;
create policy tenant on crm_record_values using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table crm_records (
  organization_id uuid not null,
  code text not null,
  id text not null,
  fields jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint crm_records_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint crm_records_pkey PRIMARY KEY (organization_id, code, id)
);
alter table crm_records enable row level security;
create policy tenant on crm_records using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table opportunities (
  organization_id uuid not null,
  id uuid not null,
  team_id uuid,
  external_id text not null,
  title text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint opportunities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint opportunities_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  constraint opportunities_pkey PRIMARY KEY (organization_id, id),
  constraint opportunities_organization_id_external_id_team_id_key UNIQUE NULLS NOT DISTINCT (organization_id, external_id, team_id)
);
alter table opportunities enable row level security;
create policy tenant on opportunities using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table organization_domains (
  organization_id uuid not null,
  domain text not null,
  constraint organization_domains_domain_check CHECK ((domain = lower(domain))),
  constraint organization_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint organization_domains_pkey PRIMARY KEY (organization_id, domain)
);
alter table organization_domains enable row level security;
create policy tenant on organization_domains using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table organizations (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint organizations_pkey PRIMARY KEY (id)
);
alter table organizations enable row level security;
create policy tenant on organizations using ((id = current_organization())) with check ((id = current_organization()));

create table roles (
  organization_id uuid not null,
  id uuid not null,
  type text not null,
  name text not null,
  constraint roles_type_check CHECK ((type = ANY (ARRAY['ADMIN'::text, 'MANAGER'::text, 'SALES_REP'::text]))),
  constraint roles_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint roles_pkey PRIMARY KEY (organization_id, id)
);
alter table roles enable row level security;
create policy tenant on roles using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table team_members (
  organization_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  constraint team_members_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE,
  constraint team_members_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint team_members_pkey PRIMARY KEY (organization_id, team_id, user_id)
);
CREATE INDEX team_members_by_user ON public.team_members USING btree (organization_id, user_id);
alter table team_members enable row level security;
create policy tenant on team_members using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table teams (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  domain text,
  parent_id uuid,
  created_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  constraint teams_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint teams_organization_id_parent_id_fkey FOREIGN KEY (organization_id, parent_id) REFERENCES teams(organization_id, id),
  constraint teams_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX teams_by_parent ON public.teams USING btree (organization_id, parent_id);
alter table teams enable row level security;
create policy tenant on teams using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table transcripts (
  organization_id uuid not null,
  conversation_id uuid not null,
  version integer not null,
  form text not null,
  source_format text not null,
  segments text not null,
  plain text not null,
  segment_count integer not null,
  word_count integer not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint transcripts_form_check CHECK ((form = ANY (ARRAY['V1'::text, 'V2'::text]))),
  constraint transcripts_version_check CHECK ((version >= 1)),
  constraint transcripts_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint transcripts_pkey PRIMARY KEY (organization_id, conversation_id, version)
);
alter table transcripts enable row level security;
create policy tenant on transcripts using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table users (
  organization_id uuid not null,
  id uuid not null,
  email text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  bot_name text not null default ''::text,
  role_id uuid not null,
  primary_team_id uuid,
  transcript_lang text not null default 'en'::text,
  join_outside_host_meetings boolean,
  settings jsonb not null default '{"joinWhenIAmHostAndAlone": false, "realTimeCapabilitiesOFF": false, "joinWhenIAmHostWithPeers": false}'::jsonb,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint users_organization_id_primary_team_id_fkey FOREIGN KEY (organization_id, primary_team_id) REFERENCES teams(organization_id, id),
  constraint users_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id),
  constraint users_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX users_by_email ON public.users USING btree (organization_id, lower(email));
alter table users enable row level security;
create policy tenant on users using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
