-- Team reports tell of monologues too: the longest one of an inside speaker, in seconds. Narrow, as the other figures
-- that they add up, and kept true by the database.
create function monologue_from_inside(statistics jsonb) returns double precision
  language sql immutable parallel safe
  return (
    select max((speaker -> 'longestMonologue' ->> 'duration')::double precision)
    from jsonb_array_elements(
      case when jsonb_typeof(statistics -> 'speakers') = 'array' then statistics -> 'speakers' else '[]' end) as speaker
    where speaker ->> 'internal' = 'true'
  );
alter table conversation_details
  add column internal_monologue double precision generated always as (monologue_from_inside(statistics)) stored;
drop index conversation_figures;
create index conversation_figures on conversation_details (organization_id, conversation_id)
  include (internal_talk_share, internal_questions, internal_monologue);
