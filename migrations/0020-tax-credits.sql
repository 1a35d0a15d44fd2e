-- Tax credits: what is recorded of them. What the API tells of a credit is computed from these rows and the
-- income tax record of the year whenever it is read, so that it can't disagree with them.
--
-- A credit is a type, a jurisdiction and a year; its id stays, whatever is recorded. Each time that its onboarding
-- begins there is a questionnaire, and with it perhaps a return package. An amount that was never recorded is null.
-- A zero is a zero that somebody or some program wrote; whether it is known follows from what stands beside it.

create table tax_credits (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id ~ '^tcred_[A-Za-z0-9]+$'),
  type text collate "C" not null check (type = 'research_and_development'),
  jurisdiction text collate "C" not null check (jurisdiction = 'US'),
  year smallint not null check (year between 1000 and 9999),
  primary key (company_id, id),
  unique (company_id, type, jurisdiction, year)
);

create table tax_credit_questionnaires (
  company_id text collate "C" not null,
  credit_id text collate "C" not null,
  -- Among the questionnaires of its credit, from 1.
  number smallint not null check (number > 0),
  decision text collate "C" not null check (decision in ('undecided', 'opted_in', 'declined')),
  estimate_cents bigint check (estimate_cents between 0 and 9007199254740991),
  -- Whether somebody looked at the estimate, so that its zero is no default.
  estimate_confirmed boolean not null,
  payroll_provider text collate "C" check (payroll_provider <> ''),
  payroll_done boolean not null,
  -- Why the submission counts as done; null for flags from times when no reason was kept.
  payroll_done_because text collate "C" check (payroll_done_because in ('submitted', 'full_offset')),
  payroll_submitted_at bigint,
  created bigint not null,
  updated bigint not null,
  primary key (company_id, credit_id, number),
  foreign key (company_id, credit_id) references tax_credits (company_id, id) on delete cascade,
  check (payroll_done or payroll_done_because is null)
);

create table tax_credit_returns (
  company_id text collate "C" not null,
  credit_id text collate "C" not null,
  number smallint not null,
  total_cents bigint check (total_cents between 0 and 9007199254740991),
  income_tax_cents bigint check (income_tax_cents between 0 and 9007199254740991),
  -- Whether this is the return that was filed.
  filed boolean not null,
  updated bigint not null,
  primary key (company_id, credit_id, number),
  foreign key (company_id, credit_id, number) references tax_credit_questionnaires (company_id, credit_id, number) on delete cascade
);
-- A year's return is filed once.
create unique index tax_credit_returns_filed on tax_credit_returns (company_id, credit_id) where filed;
