-- compatible-from: 0069
-- Plans the deletion of stored responses with its arguments. A generic plan, which a session chooses after some calls and
-- batches always use, reads all parts of a distributed database (docs/scaling.md).

alter function forget_responses_of(uuid, uuid) set plan_cache_mode = force_custom_plan;
