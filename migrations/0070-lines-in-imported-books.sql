-- A line of a bank that is probably the same as an entry of imported books names this entry, and is not in the
-- books while nobody said that it is another one.

alter table transactions add column twin_voucher_id text collate "C";
alter table transactions add column twin_line smallint;
alter table transactions add column twin_asked boolean not null default false;
alter table transactions add constraint transactions_twin_check
  check ((twin_voucher_id is null) = (twin_line is null) and (twin_voucher_id is not null or not twin_asked));
create index transactions_by_twin on transactions (company_id, twin_voucher_id) where twin_voucher_id is not null;
