-- A company may leave vouchers without cash out of the sections of its cash flow statement, which lists them
-- beneath itself.

alter table companies add column excludes_non_cash boolean not null default false;
