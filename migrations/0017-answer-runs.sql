-- A request that takes long is not done in the transaction that keeps its answer. Its row is there while it runs, under
-- the id of the run, and counts for as long as the run gives signs of life.
alter table kept_answers
  alter column answer drop not null,
  add column run_id uuid,
  add column leased_until timestamptz,
  add constraint kept_answers_answered_or_running check (
    (answer is null) = (run_id is not null) and (run_id is null) = (leased_until is null)
  );
