-- The language model that an operator or an admin connected. It serves the whole installation, so the table is outside of
-- the schema of tenants' tables, and closed to their role. Settings in the environment replace it.
create table installation.language_model (
  only_row boolean primary key default true check (only_row),
  -- Changes with each connection, so that other processes see that there is another one.
  revision uuid not null default gen_random_uuid(),
  provider text not null check (provider in ('openai', 'anthropic')),
  -- Program that serves the model, as far as it was recognized.
  server text not null,
  url text,
  name text not null,
  -- Encrypted with a key derived from the secret of the installation. Null: the server needs none.
  sealed_key text,
  -- Context length that the server reported. Null: it reported none.
  context_tokens integer check (context_tokens > 0),
  -- Where it was connected: requests to a model that was connected in the app pass the checks of outbound requests.
  origin text not null check (origin in ('command_line', 'app')),
  connected_at timestamptz not null
);
