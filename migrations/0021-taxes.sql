-- Tax records: one for each company, type and year, and how far its filing is.
--
-- Jurisdictions are codes; names of states that no code is known for are kept apart as they came, and never become one.
-- A document names a stored file by its key. The audit lines say who was told what about a company's taxes, and are
-- only ever added.

create table tax_records (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null,
  type text collate "C" not null check (type in ('income', 'franchise')),
  year smallint not null check (year between 1000 and 9999),
  jurisdictions text[] not null,
  unmapped_jurisdictions text[] not null,
  filing_status text collate "C" not null check (filing_status in ('onboarding', 'preparing', 'review_required', 'filing', 'filed')),
  filed_at bigint,
  filed_elsewhere boolean not null,
  extension_filed_at bigint,
  -- Who prepared a return that was filed elsewhere.
  tax_firm text check (tax_firm <> ''),
  -- Whether the API knows nothing of it.
  staff_only boolean not null,
  created bigint not null,
  updated bigint not null,
  primary key (company_id, id),
  unique (company_id, type, year),
  check (id like 'tax\_' || type || '\_%'),
  check (filing_status = 'filed' or (filed_at is null and not filed_elsewhere)),
  check (type = 'income' or (extension_filed_at is null and jurisdictions = '{US-DE}' and unmapped_jurisdictions = '{}')),
  check (type = 'franchise' or jurisdictions[1] = 'US')
);
create index tax_records_by_time on tax_records (company_id, created, id);

-- The one document of a record: an income return or a Delaware confirmation.
create table tax_documents (
  company_id text collate "C" not null,
  tax_id text collate "C" not null,
  -- The uploaded file that it is, where it is one that an upload attached.
  file_id text collate "C",
  object_key text collate "C" not null,
  filename text not null check (filename <> ''),
  size bigint not null check (size > 0),
  created bigint not null,
  primary key (company_id, tax_id),
  foreign key (company_id, tax_id) references tax_records (company_id, id) on delete cascade
);

-- What a look at Delaware's own status of a year's franchise tax has shown.
create table delaware_checks (
  company_id text collate "C" not null references companies (id) on delete cascade,
  year smallint not null check (year between 1000 and 9999),
  filed boolean not null,
  checked_at bigint not null,
  primary key (company_id, year)
);

-- A row stands here while a company's tax records are not to be read.
create table tax_holds (
  company_id text collate "C" primary key references companies (id) on delete cascade,
  since bigint not null
);

create table tax_audit_lines (
  company_id text collate "C" not null references companies (id) on delete cascade,
  number integer not null check (number > 0),
  at bigint not null,
  command text collate "C" not null check (command <> ''),
  -- What it was about, such as a record and its part.
  subject text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  primary key (company_id, number)
);
