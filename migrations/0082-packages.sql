-- Exports are also packages of a closed period: all its statements and what is kept beside them, as one PDF or
-- as an archive of workbooks.

alter table report_exports drop constraint report_exports_report_type_check;
alter table report_exports add constraint report_exports_report_type_check check (report_type in
  ('income_statement', 'balance_sheet', 'cash_flow', 'trial_balance', 'general_ledger', 'changes_in_equity',
   'package'));
alter table report_exports drop constraint report_exports_format_check;
alter table report_exports add constraint report_exports_format_check check (format in ('pdf', 'csv', 'xlsx', 'zip'));
