-- Exports of the web console have the changes in equity, too, and the general ledger of all categories or of
-- one with those below it.

alter table report_exports drop constraint report_exports_report_type_check;
alter table report_exports add constraint report_exports_report_type_check check (report_type in
  ('income_statement', 'balance_sheet', 'cash_flow', 'trial_balance', 'general_ledger', 'changes_in_equity'));
alter table report_exports add column category_id text collate "C";
