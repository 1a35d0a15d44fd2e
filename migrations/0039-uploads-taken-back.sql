-- An upload of a bank file can be taken back whole: each transaction names the upload that added it.

alter table transactions add column upload_id text collate "C";
alter table transactions add constraint transactions_upload_id_check check (upload_id like 'tup\_%');
create index transactions_by_upload on transactions (company_id, upload_id) where upload_id is not null;

alter table transaction_uploads add column undone_at bigint;
