-- Companies take turns at the workers. A job says whose turn it takes, so that a company with many jobs of a kind does not
-- keep the one job of another company waiting.
--
-- The claim hops from company to company along background_jobs_turns and reads only the first few jobs of each. Its cost
-- grows with the companies that wait, not with the jobs. The index by time alone is no longer read.
alter table background_jobs
  -- The company whose turn the job takes; empty for work that belongs to no company, or that is too small to take turns.
  add column turn_of text collate "C" not null default '';
update background_jobs set turn_of = coalesce(payload ->> 'company_id', '')
  where queue in ('transactions.run_job', 'exports.generate', 'ledger.rebuild_stale', 'team.mail_invitation');
create index background_jobs_turns on background_jobs (queue, turn_of, run_at, id) where state = 'waiting';
drop index background_jobs_due;

-- A bank may change the amount of a transaction that is spread. The months that have counted by then keep their shares, so
-- that a later amount changes no past report; the months still open share the rest.
alter table spreads
  -- What the first months count, in cents, when they no longer count an equal share. Fewer than there are months.
  add column counted_cents jsonb not null default '[]' check (jsonb_typeof(counted_cents) = 'array');

-- A drill may hold a step until the fault is cleared.
alter table drill_faults drop constraint drill_faults_action_check,
  add constraint drill_faults_action_check check (action in ('fail', 'crash', 'stall', 'hold'));
