-- A spread or an asset may end before its last month. The rest of a spread is recognized on that day; an asset
-- is disposed of, with what was paid for it and the category of the gain or loss. Shares may also be by days.

alter table spreads
  add column basis text collate "C" not null default 'month' check (basis in ('month', 'day')),
  add column ended_on date,
  add column ended_as text collate "C" check (ended_as in ('recognized', 'disposed')),
  add column proceeds_cents bigint check (proceeds_cents between 0 and 9007199254740991),
  add column proceeds_category_id text collate "C",
  add column result_category_id text collate "C",
  add foreign key (company_id, proceeds_category_id) references categories (company_id, id),
  add foreign key (company_id, result_category_id) references categories (company_id, id),
  add constraint spreads_end_check check ((ended_on is null) = (ended_as is null) and ended_on >= start_date),
  add constraint spreads_disposal_check check (case when ended_as = 'disposed'
    then kind = 'capitalization' and proceeds_cents is not null and proceeds_category_id is not null
      and result_category_id is not null
    else proceeds_cents is null and proceeds_category_id is null and result_category_id is null end);
