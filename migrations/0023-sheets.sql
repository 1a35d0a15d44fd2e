-- Spreadsheet documents: what was written into them, and nothing that was calculated. Results are made anew at each reading.
--
-- A workbook may have a million cells, of which a reading wants a few rows and a calculation all at once. So cells lie in
-- blocks of 64 rows, each a text in one row, as the formula engine writes and reads it; how they look lies beside them, where
-- a calculation does not load it. What a block says of its cells (how many, where) is stated with it, so that the size of
-- a document and the rectangle that a worksheet uses are known without a look into the texts.

create table sheets (
  company_id text collate "C" not null references companies (id) on delete cascade,
  -- The order in which documents of a company were made: the newer of two that were made in the same second has the higher one.
  number bigint not null check (number > 0),
  id text collate "C" not null check (id like 'sht\_%'),
  name text not null check (name <> ''),
  -- The name as searches compare it: without letter case.
  name_key text collate "C" not null,
  -- Counts the edits of the whole document, its creation the first.
  revision bigint not null check (revision between 1 and 9007199254740991),
  -- Names exactly this content: other than a revision, it comes back neither with a document that was deleted and made
  -- again, nor with one that an import states.
  edition uuid not null default gen_random_uuid(),
  created bigint not null,
  primary key (company_id, number)
);
create unique index sheets_by_id on sheets (company_id, id);
create index sheets_by_creation on sheets (company_id, created, number);

-- Whoever changes anything of a document raises its revision, and with it changes the edition.
create function sheets_take_edition() returns trigger language plpgsql as $$
begin
  new.edition := gen_random_uuid();
  return new;
end $$;
create trigger sheets_edition_taken before update on sheets for each row execute function sheets_take_edition();

create table sheet_worksheets (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'wks\_%'),
  sheet_number bigint not null,
  -- Of its tab, from 0. Worksheets change places within a transaction, so that these need to differ only at its end.
  place integer not null check (place >= 0),
  name text not null check (name <> ''),
  -- The name as formulas and ranges compare it: without letter case.
  name_key text collate "C" not null,
  row_count integer not null check (row_count between 1 and 1048576),
  column_count integer not null check (column_count between 1 and 16384),
  primary key (company_id, id),
  unique (company_id, sheet_number, place) deferrable initially deferred,
  unique (company_id, sheet_number, name_key) deferrable initially deferred,
  foreign key (company_id, sheet_number) references sheets (company_id, number) on delete cascade
);

create table sheet_blocks (
  company_id text collate "C" not null,
  worksheet_id text collate "C" not null,
  -- Rows 64 times this and the 63 behind it, counted from 0.
  block integer not null check (block between 0 and 16383),
  cells text not null,
  cell_count integer not null check (cell_count >= 0),
  -- Of texts and formulas together.
  characters integer not null check (characters >= 0),
  -- The rectangle of its cells, by places that count from 0 and belong to it; null where it has none.
  top_row integer,
  left_column integer,
  bottom_row integer,
  right_column integer,
  formats text not null,
  format_count integer not null check (format_count >= 0),
  primary key (company_id, worksheet_id, block),
  foreign key (company_id, worksheet_id) references sheet_worksheets (company_id, id) on delete cascade,
  check (cell_count + format_count > 0),
  check ((cell_count > 0) = (top_row is not null and left_column is not null and bottom_row is not null and right_column is not null)),
  check (top_row between block * 64 and bottom_row and bottom_row < (block + 1) * 64 and left_column between 0 and right_column and right_column < 16384)
);

-- Names that formulas use.
create table sheet_names (
  company_id text collate "C" not null,
  sheet_number bigint not null,
  -- In the order in which they were stated, from 0.
  place integer not null check (place >= 0),
  name text not null check (name <> ''),
  name_key text collate "C" not null,
  -- With its "=".
  formula text not null check (formula like '=%'),
  -- The worksheet on which alone it is known; null for the whole document.
  worksheet_id text collate "C",
  primary key (company_id, sheet_number, place),
  foreign key (company_id, sheet_number) references sheets (company_id, number) on delete cascade,
  foreign key (company_id, worksheet_id) references sheet_worksheets (company_id, id) on delete cascade
);
create unique index sheet_names_known on sheet_names (company_id, sheet_number, coalesce(worksheet_id, ''), name_key);
create index sheet_names_by_worksheet on sheet_names (company_id, worksheet_id) where worksheet_id is not null;

create table sheet_charts (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'cht\_%'),
  worksheet_id text collate "C" not null,
  -- Among the charts of its worksheet, from 0.
  place integer not null check (place >= 0),
  type text collate "C" not null check (type in ('line', 'bar', 'column', 'area', 'pie', 'doughnut', 'scatter', 'combo')),
  title text,
  -- Ranges with their worksheets, as they were written.
  ranges text[] not null,
  at_row integer not null check (at_row between 0 and 1048575),
  at_column integer not null check (at_column between 0 and 16383),
  row_span integer not null check (row_span between 1 and 1048576),
  column_span integer not null check (column_span between 1 and 16384),
  primary key (company_id, id),
  foreign key (company_id, worksheet_id) references sheet_worksheets (company_id, id) on delete cascade
);
create index sheet_charts_by_worksheet on sheet_charts (company_id, worksheet_id, place);
