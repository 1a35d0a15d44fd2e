-- Items that come in open with the balances of a day: invoices and bills of other books, of which the ledger has
-- the open amount already. Such an item posts nothing: it says which part of the claims it is, from the end of
-- that day on. A credit that comes in is an item below zero.

alter table invoices add column opened_on date;
alter table invoices drop constraint invoices_total_cents_check;
