-- An equity category may carry the role retained_earnings. The balance sheet counts it, and what stands below it, in
-- the line of retained earnings instead of showing it beside that line.

alter table categories drop constraint categories_role_check;
alter table categories add constraint categories_role_check check (role in
  ('uncategorized_income', 'uncategorized_expenses', 'cash', 'credit_cards', 'accounts_receivable', 'sales',
   'prepaid_expenses', 'deferred_revenue', 'accumulated_depreciation', 'retained_earnings'));
alter table categories add constraint categories_retained_earnings_check check (role <> 'retained_earnings' or account_type = 'equity');
