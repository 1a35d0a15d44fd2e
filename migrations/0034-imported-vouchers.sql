-- The vouchers that imports of books brought, so that the next export of the same program is recognised.
-- `identity` is a hash of what stays the same from export to export (the voucher's name in the file, or its
-- day and description), `content` a hash of its lines.
create table imported_vouchers (
  company_id text not null references companies (id) on delete cascade,
  identity bytea not null,
  content bytea not null,
  voucher_id text not null,
  primary key (company_id, identity, voucher_id)
);
