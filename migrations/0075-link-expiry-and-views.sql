-- compatible-from: 0069
-- Expiry and views of public links: of clips, and of decks for addresses outside. A link without an expiry never expires.

alter table snippets add column expires_at timestamptz;
alter table snippets add column view_count integer not null default 0;
alter table snippets add column last_viewed_at timestamptz;

-- The time of the last view is `opened_at`. Earlier views weren't counted; those of a link that was opened count as one.
alter table deck_shares add column expires_at timestamptz;
alter table deck_shares add column view_count integer not null default 0;
update deck_shares set view_count = 1 where opened_at is not null;
