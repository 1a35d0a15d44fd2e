-- Requests that were let in, by company and month, and what an operator allows a company in one month.
--
-- A request is counted by the statement that authenticates it: the row of the month is locked, takes as many of
-- the requests as the cap leaves room for, and says how many those were (granted). So any number of processes
-- count together exactly, and a month costs no journey to the database of its own. The row changes with every
-- request, so pages keep room for its next versions (fillfactor).

create table company_usage (
  company_id text collate "C" not null references companies (id) on delete cascade,
  month text collate "C" not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  requests bigint not null check (requests >= 0),
  granted bigint not null default 0,
  primary key (company_id, month)
) with (fillfactor = 40);

create table company_overrides (
  company_id text collate "C" not null references companies (id) on delete cascade,
  month text collate "C" not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  requests bigint not null check (requests >= 0),
  primary key (company_id, month)
);
