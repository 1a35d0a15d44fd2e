-- A schedule of what is in the books otherwise than by a transaction of the bank: an asset or a prepaid amount
-- of opening balances, of an import, or of an entry. It may come with what was written off before.
--
-- Assets are written off by further conventions and methods: half of the first month or of the first fiscal
-- year, a declining balance, and down to a salvage value.

alter table spreads alter column transaction_id drop not null;
alter table spreads drop constraint spreads_basis_check;
alter table spreads
  add column first_year_months smallint check (first_year_months between 1 and 12),
  add column declining_percent smallint check (declining_percent between 100 and 400),
  add column salvage_cents bigint not null default 0 check (salvage_cents >= 0),
  add column opened_on date,
  add column opened_cents bigint not null default 0,
  add constraint spreads_basis_check check (basis in ('month', 'day', 'mid_month', 'half_year')),
  add constraint spreads_first_year_check check ((basis = 'half_year') = (first_year_months is not null)),
  add constraint spreads_assets_check check (kind = 'capitalization'
    or (basis in ('month', 'day') and declining_percent is null and salvage_cents = 0)),
  add constraint spreads_salvage_check check (salvage_cents = 0 or salvage_cents < -amount_cents),
  add constraint spreads_opened_check check (case when opened_on is null then opened_cents = 0
    else transaction_id is null and sign(opened_cents) in (0, sign(amount_cents))
      and abs(opened_cents) <= abs(amount_cents) - salvage_cents end);

-- The register of a day is read by kind.
create index spreads_by_kind on spreads (company_id, kind, start_date desc, id);
