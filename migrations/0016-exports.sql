-- Report exports: what was asked for, how far it is, and where the file lies that came of it.
--
-- A row and the background job that works on it are written in one transaction, so there is never one without the
-- other. Which attempt holds an export is its number in `attempts`: whoever comes with an earlier one was taken for
-- dead and may no longer write. The file is stored under a key of its attempt before the row names it, so a row
-- never names a file that is not there.
create table report_exports (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id like 'export\_%'),
  -- Who asked, and whose access is asked for again before the file is handed over.
  user_id text collate "C" not null references users (id),
  -- The operation that made it: exports of the browser application are not shown by the API.
  origin text collate "C" not null check (origin in ('api', 'browser')),
  idempotency_key text collate "C",
  report_type text collate "C" not null check (report_type in ('income_statement', 'balance_sheet', 'cash_flow')),
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  format text collate "C" not null check (format in ('pdf', 'csv', 'xlsx')),
  group_period text collate "C" not null check (group_period in ('month', 'quarter', 'year')),
  group_rows text collate "C" not null check (group_rows in ('category', 'department')),
  status text collate "C" not null default 'pending' check (status in ('pending', 'processing', 'succeeded', 'failed')),
  created bigint not null,
  started_at bigint,
  completed_at bigint,
  attempts smallint not null default 0,
  -- Of all attempts together, in milliseconds; null before the first one ended.
  generation_ms bigint check (generation_ms >= 0),
  error_code text collate "C" check (error_code in ('generation_failed', 'access_revoked')),
  -- What the code's own sentence does not tell; null where it tells all.
  error_detail text,
  file_key text collate "C",
  file_name text,
  file_size bigint check (file_size > 0),
  primary key (company_id, id),
  check ((origin = 'api') = (idempotency_key is not null)),
  check ((completed_at is not null) = (status in ('succeeded', 'failed'))),
  check ((status = 'failed') = (error_code is not null)),
  check (error_detail is null or error_code is not null),
  check ((status = 'succeeded') = (file_key is not null)),
  check ((file_key is null) = (file_size is null) and (file_key is null) = (file_name is null)),
  check (status <> 'pending' or started_at is null),
  check (status not in ('processing', 'succeeded') or started_at is not null),
  check (group_rows = 'category' or report_type = 'income_statement')
);
create unique index report_exports_by_key on report_exports (company_id, user_id, idempotency_key) where idempotency_key is not null;
create index report_exports_unfinished on report_exports (company_id) where status in ('pending', 'processing');

-- Whoever adds an export of a company holds its row here, so that there are never more unfinished ones than may be.
create table report_export_turns (
  company_id text collate "C" primary key references companies (id) on delete cascade
);

-- A row stands here while no worker may take a background job.
create table background_pauses (
  only_one boolean primary key default true check (only_one),
  since bigint not null
);

-- Faults that an operator has asked for in a drill: which step fails how, and how many times more.
create table drill_faults (
  step text collate "C" primary key,
  action text collate "C" not null check (action in ('fail', 'crash', 'stall')),
  times integer not null check (times > 0)
);
