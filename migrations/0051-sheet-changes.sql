-- What each of the last edits of a document touched. Two people in one document read what the other changed since the
-- revision that they have, instead of all cells again.
--
-- A revision without a row may have changed anything: whoever asks for more than the rows tell reads the whole document.

create table sheet_changes (
  company_id text collate "C" not null,
  sheet_number bigint not null,
  -- The revision that the edit made.
  revision bigint not null check (revision between 2 and 9007199254740991),
  -- The ids of worksheets, and the numbers of their blocks whose cells or formats it may have changed.
  blocks jsonb not null,
  primary key (company_id, sheet_number, revision),
  foreign key (company_id, sheet_number) references sheets (company_id, number) on delete cascade
);
