-- A category of the income statement may have a cash flow role: its amounts are taken out of operating
-- activities and shown in investing or financing.

alter table categories drop constraint categories_check1;
alter table categories add constraint categories_cash_flow_of_type_check check (case
  when account_type in ('asset', 'liability', 'equity') then cash_flow is not null
  else cash_flow is null or cash_flow in ('investing', 'financing') end);
