-- The trial balance, before and after adjusting entries: a person who posts an entry says that it adjusts. Exports
-- of the web console have it as a file, too, which asks for one of its forms.

alter table manual_entries add column adjusting boolean not null default false;
create index manual_entries_adjusting on manual_entries (company_id, voucher_id) where adjusting;

alter table report_exports drop constraint report_exports_report_type_check;
alter table report_exports add constraint report_exports_report_type_check
  check (report_type in ('income_statement', 'balance_sheet', 'cash_flow', 'trial_balance'));
alter table report_exports add column adjustments text collate "C" not null default 'included'
  check (adjustments in ('included', 'excluded', 'separate'));
