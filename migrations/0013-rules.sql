-- Rules, by which uncategorized transactions get a category and perhaps a department.
--
-- Positions are 1, 2, 3 and so on without a gap: the first active rule that fits a transaction gives, and the others
-- are not asked. They are exchanged within a transaction, so that they need to differ only at its end.
create table rules (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id like 'rule\_%'),
  name text not null check (name <> ''),
  -- All of them must hold: [{field, operator, value}].
  conditions jsonb not null check (jsonb_array_length(conditions) > 0),
  category_id text collate "C" not null,
  department_id text collate "C",
  active boolean not null,
  position integer not null check (position > 0),
  -- The job that applies it to the transactions that were there before it. It may be gone: jobs are kept for some time only.
  job_id text collate "C",
  created bigint not null,
  updated bigint not null,
  primary key (company_id, id),
  unique (company_id, position) deferrable initially deferred,
  foreign key (company_id, category_id) references categories (company_id, id),
  foreign key (company_id, department_id) references departments (company_id, id)
);
