-- Time zone of the browser in which a user last used the app, as an IANA name. Tools read a date without a time in this
-- zone: a day ends when the user's day ends.

alter table users add column time_zone text;
