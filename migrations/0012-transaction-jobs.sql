-- Work on many transactions that goes on after the request that asked for it: edits of a list of them, and a rule
-- that is applied to those that were there before it.
--
-- A batch of edits and the progress that it makes are written in one database transaction, with the job's row locked.
-- So whoever takes a job up, after a worker died or beside one that lost it, goes on behind the last batch that was
-- committed, and no transaction is counted or edited twice.
create table transaction_jobs (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id like 'job\_%'),
  type text collate "C" not null check (type in ('transaction_bulk_update', 'rule_application')),
  -- What is to be done: the transactions and the fields that they are given, or the rule.
  work jsonb not null,
  status text collate "C" not null default 'pending' check (status in ('pending', 'processing', 'succeeded', 'failed')),
  -- The transaction behind which a rule goes on.
  place text collate "C" not null default '',
  total integer not null check (total >= 0),
  processed integer not null default 0,
  failed integer not null default 0 check (failed >= 0),
  -- Of the transactions that could not be edited: [{transaction_id, code, message}].
  errors jsonb not null default '[]',
  created bigint not null,
  completed_at bigint,
  primary key (company_id, id),
  check (failed <= processed and processed <= total),
  check (failed = jsonb_array_length(errors)),
  check ((completed_at is null) = (status in ('pending', 'processing')))
);
