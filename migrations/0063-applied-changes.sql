-- An import may take over what its source edited or deleted since an earlier one. The vouchers that it changed
-- or removed are kept as they were, so that it can be taken back whole.
alter table book_imports add column changed_vouchers bigint not null default 0;
alter table book_imports add column gone_vouchers bigint not null default 0;
create table import_changes (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  voucher_id text collate "C" not null,
  -- Its lines, and what was known of it.
  former jsonb not null check (jsonb_typeof(former) = 'object'),
  primary key (company_id, import_id, voucher_id)
);
select distribute_table('import_changes');
alter table import_changes add constraint import_changes_company_id_fkey foreign key (company_id) references companies (id) on delete cascade;
