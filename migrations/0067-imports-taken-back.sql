-- Whether an import turned the departments of its company on: when it is taken back, they are off again.
alter table book_imports add column enabled_departments boolean not null default false;
-- What is known of the vouchers that an import changed is looked for by voucher.
create index imported_vouchers_by_voucher on imported_vouchers (company_id, voucher_id);
