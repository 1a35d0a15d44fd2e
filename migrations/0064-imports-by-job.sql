-- Imports that the console asks for are done by a job. Until then their files are kept here, in pieces, and
-- the record of the import holds the answers with which its plan was accepted.
alter table book_imports add column status text collate "C" not null default 'imported'
  check (status in ('waiting', 'imported', 'refused'));
alter table book_imports add column answers jsonb;
alter table book_imports add column problem jsonb;
create table import_files (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  part text collate "C" not null check (part in ('books', 'accounts', 'trial_balance')),
  piece bigint not null check (piece >= 0),
  content bytea not null,
  primary key (company_id, import_id, part, piece)
);
select distribute_table('import_files');
alter table import_files add constraint import_files_company_id_fkey foreign key (company_id) references companies (id) on delete cascade;
