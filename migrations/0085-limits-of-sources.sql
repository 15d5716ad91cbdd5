-- compatible-from: 0069
-- End of the limit of a source whose vendor limits requests, and when the next delayed call continues, so that all
-- processes share them (docs/decisions/0156). Earlier programs count for themselves.

alter table sources add column limited_until timestamptz, add column limited_next timestamptz;
