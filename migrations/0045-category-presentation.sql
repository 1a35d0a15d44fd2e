-- How exports present a category where its name and its place on the cash flow statement don't tell: its class on
-- a classified balance sheet, and whether it is interest or income taxes, whose payments a cash flow statement
-- discloses (ASC 230-10-50-2). Both are null for most categories; no figure of a report depends on them.

alter table categories
  add column balance_class text collate "C" check (balance_class in ('current', 'fixed', 'non_current')),
  add column cash_paid_for text collate "C" check (cash_paid_for in ('interest', 'income_taxes')),
  add constraint categories_balance_class_of_type_check check (balance_class is null
    or account_type = 'asset' or (account_type = 'liability' and balance_class <> 'fixed')),
  add constraint categories_cash_paid_for_of_type_check check (cash_paid_for is null
    or account_type not in ('equity', 'revenue'));
