-- Work to be done behind the requests. A row is a job that is not done: a job that is done is gone.
--
-- A job is sent in the transaction of the change that asks for it, so it exists exactly when the change
-- does. Workers take waiting rows with SKIP LOCKED and hold them by a lease, counted by the database's own
-- clock so that hosts need not agree on the time; a job whose worker died is taken by the next one when its
-- lease has run out. A job that failed for the last time stays, with its error, until somebody looks at it.

create table background_jobs (
  id text collate "C" primary key,
  queue text collate "C" not null check (queue ~ '^[a-z_]+\.[a-z_]+$'),
  -- What the job is about, so that one waiting job can answer several requests for the same.
  subject text collate "C",
  payload jsonb not null,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'running', 'dead')),
  -- How often it was taken by a worker.
  attempts smallint not null default 0 check (attempts >= 0),
  run_at bigint not null,
  created bigint not null,
  -- Which taking of the job holds it, and until when (Unix seconds of the database's clock).
  lease text collate "C",
  leased_until bigint,
  last_error text,
  check ((state = 'running') = (lease is not null)),
  check ((lease is null) = (leased_until is null)),
  check (state <> 'dead' or last_error is not null)
);
create index background_jobs_due on background_jobs (run_at, id) where state = 'waiting';
create index background_jobs_leased on background_jobs (leased_until) where state = 'running';
create index background_jobs_waiting on background_jobs (queue, subject) where state = 'waiting' and subject is not null;
create index background_jobs_dead on background_jobs (queue, id) where state = 'dead';
