-- What an accountant adds to a statement that is signed: columns of the period before or of the year before beside
-- the current ones, and notes on lines, which exports number and print beneath the statement.

alter table report_exports
  add column compare text collate "C" not null default 'none'
    check (compare in ('none', 'prior_period', 'prior_year', 'both'));

create table statement_notes (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id like 'note\_%'),
  -- A category, a department, a section, or a line that reports make themselves: no reference, because a note stays
  -- where its line has no amounts.
  line_id text collate "C" not null,
  -- Null: in every statement that has the line.
  report_type text collate "C" check (report_type in ('income_statement', 'balance_sheet', 'cash_flow')),
  -- Null: at any time. Else in statements that show one of these days.
  start_date date,
  end_date date check (end_date >= start_date),
  text text not null check (text <> ''),
  created bigint not null,
  primary key (company_id, id),
  check ((start_date is null) = (end_date is null))
);
