-- A job keeps the id of the request that asked for it, so that the log of both can be read as one. Jobs that the service
-- sends by itself, and those that were sent before, have none.
alter table background_jobs add column request_id text collate "C"
  check (length(request_id) between 1 and 128);
