-- Uploads: files of bank and card lines, and rows that were sent in their place.
--
-- The lines become transactions, each known again by its external_id, so that nothing here is needed to take the same
-- file twice. What is kept is what was told: which file, for which account, and what became of its lines.

create table transaction_uploads (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'tup\_%'),
  account_id text collate "C" not null,
  -- Null for rows that were sent without a file.
  file_name text,
  format text collate "C" not null check (format in ('csv', 'ofx', 'qfx', 'json')),
  status text collate "C" not null check (status in ('succeeded', 'partially_succeeded', 'failed')),
  row_count integer not null,
  imported_count integer not null check (imported_count >= 0),
  duplicate_count integer not null check (duplicate_count >= 0),
  -- The first errors: [{line, code, message}].
  errors jsonb not null,
  created bigint not null,
  primary key (company_id, id),
  foreign key (company_id, account_id) references accounts (company_id, id) on delete cascade,
  check (imported_count + duplicate_count <= row_count),
  check ((status = 'succeeded') = (imported_count + duplicate_count = row_count))
);
create index transaction_uploads_by_account on transaction_uploads (company_id, account_id);
