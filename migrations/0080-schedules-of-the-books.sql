-- A schedule of what is in the books otherwise than by a transaction of the bank: an asset or a prepaid amount
-- of opening balances, of an import, or of an entry. It may come with what was written off before.
--
-- Assets are written off by further conventions and methods: half of the first month or of the first fiscal
-- year, a declining balance, and down to a salvage value.

alter table spreads alter column transaction_id drop not null;
alter table spreads drop constraint spreads_basis_check;
alter table spreads add constraint spreads_basis_check check
  (basis in ('month', 'day', 'mid_month', 'half_year'));
alter table spreads add column first_year_months smallint check (first_year_months between 1 and 12);
alter table spreads add column declining_percent smallint check (declining_percent between 100 and 400);
alter table spreads add column salvage_cents bigint not null default 0 check (salvage_cents >= 0);
alter table spreads add column opened_on date;
alter table spreads add column opened_cents bigint not null default 0;
alter table spreads add constraint spreads_opened_check check (opened_on is not null or opened_cents = 0);

-- The register of a day is read by kind.
create index spreads_by_kind on spreads (company_id, kind, start_date desc, id);
