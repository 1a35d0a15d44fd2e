-- The ledger: journal entries and the rollups that the statements read.
--
-- An entry is one line of a voucher, the balanced set of lines written together. Invariants, kept by
-- statement-level triggers over the rows that a statement changed (one aggregation for each statement,
-- however many rows, where a row-level constraint would cost a query for each row):
--   * the lines of a voucher sum to zero and share one date, after every single statement;
--   * every line's category and department exist in the same company;
--   * the rollups equal the sum of the entries, in the same database transaction.
-- Entries are never updated: an edit deletes a voucher whole and inserts its successor.

create table journal_entries (
  company_id text collate "C" not null,
  voucher_id text collate "C" not null,
  line smallint not null check (line > 0),
  date date not null,
  category_id text collate "C" not null,
  department_id text collate "C",
  -- Debit minus credit. Never the sign of a report: that depends on the category's type.
  net_debit_cents bigint not null check (net_debit_cents between -9007199254740991 and 9007199254740991),
  merchant text collate "C",
  description text not null default '',
  source text collate "C" not null check (source in
    ('bank_transaction', 'spread', 'capitalization', 'csv_upload', 'transfer', 'invoice', 'adjustment')),
  transaction_id text collate "C",
  held boolean not null default false,
  created bigint not null,
  updated bigint not null,
  primary key (company_id, voucher_id, line)
);
create index journal_entries_by_date on journal_entries (company_id, date, voucher_id, line);
create index journal_entries_by_category on journal_entries (company_id, category_id, date, voucher_id, line);
create index journal_entries_by_department on journal_entries (company_id, department_id, date, voucher_id, line) where department_id is not null;
create index journal_entries_by_merchant on journal_entries (company_id, category_id, merchant, date) where merchant is not null;
create index journal_entries_by_transaction on journal_entries (company_id, transaction_id) where transaction_id is not null;

create table ledger_rollups (
  company_id text collate "C" not null,
  grain text collate "C" not null check (grain in ('year', 'month')),
  period date not null,
  category_id text collate "C" not null,
  net_debit_cents bigint not null,
  entry_count bigint not null,
  refreshed_at bigint not null,
  primary key (company_id, grain, period, category_id)
);

-- The same by department, for the categories of the income statement only. '' is "no department".
create table ledger_department_rollups (
  company_id text collate "C" not null,
  grain text collate "C" not null check (grain in ('year', 'month')),
  period date not null,
  department_id text collate "C" not null,
  category_id text collate "C" not null,
  net_debit_cents bigint not null,
  entry_count bigint not null,
  refreshed_at bigint not null,
  primary key (company_id, grain, period, department_id, category_id)
);

-- Months whose rollups must not be read until they are rebuilt; reports read entries instead.
create table ledger_stale_months (
  company_id text collate "C" not null,
  month date not null check (extract(day from month) = 1),
  marked_at bigint not null,
  primary key (company_id, month)
);

-- A category that has entries keeps its account type, which decides their sign and their statement.
create function ledger_keep_account_type() returns trigger language plpgsql as $$
begin
  if exists (select 1 from journal_entries where company_id = old.company_id and category_id = old.id) then
    raise exception 'category % has journal entries and keeps its account type', old.id
      using errcode = 'check_violation', constraint = 'categories_keep_account_type';
  end if;
  return new;
end $$;
create trigger categories_keep_account_type before update of account_type on categories
  for each row when (old.account_type is distinct from new.account_type) execute function ledger_keep_account_type();

create function ledger_apply() returns trigger language plpgsql as $$
declare
  direction constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  broken record;
  at constant bigint := daybook_now();
begin
  select voucher_id, sum(net_debit_cents) as difference, min(date) <> max(date) as dates_differ into broken
  from changed group by company_id, voucher_id
  having sum(net_debit_cents) <> 0 or min(date) <> max(date) limit 1;
  if found then
    if broken.dates_differ then
      raise exception 'the lines of voucher % have different dates', broken.voucher_id
        using errcode = 'check_violation', constraint = 'journal_entries_one_date';
    end if;
    raise exception 'voucher % is out of balance by % cents', broken.voucher_id, broken.difference
      using errcode = 'check_violation', constraint = 'journal_entries_balance';
  end if;

  if direction = 1 then
    -- Locks the referenced rows as a foreign key would, once for each category instead of once for each entry.
    perform 1 from categories where (company_id, id) in (select distinct company_id, category_id from changed) for key share;
    perform 1 from departments
      where (company_id, id) in (select distinct company_id, department_id from changed where department_id is not null) for key share;
    select used.category_id as id into broken
    from (select distinct company_id, category_id from changed) used
    left join categories on categories.company_id = used.company_id and categories.id = used.category_id
    where categories.id is null limit 1;
    if found then
      raise exception 'no category %', broken.id using errcode = 'foreign_key_violation', constraint = 'journal_entries_category';
    end if;
    select used.department_id as id into broken
    from (select distinct company_id, department_id from changed where department_id is not null) used
    left join departments on departments.company_id = used.company_id and departments.id = used.department_id
    where departments.id is null limit 1;
    if found then
      raise exception 'no department %', broken.id using errcode = 'foreign_key_violation', constraint = 'journal_entries_department';
    end if;
  end if;

  -- Ordered by key, so that concurrent writers take the row locks in one order.
  with monthly as (
    select company_id, date_trunc('month', date)::date as month, category_id,
           sum(net_debit_cents) as net, count(*) as entries
    from changed group by 1, 2, 3
  ), delta as (
    select company_id, 'month' as grain, month as period, category_id, net, entries from monthly
    union all
    select company_id, 'year', date_trunc('year', month)::date, category_id, sum(net), sum(entries) from monthly group by 1, 3, 4
  )
  insert into ledger_rollups as kept (company_id, grain, period, category_id, net_debit_cents, entry_count, refreshed_at)
  select company_id, grain, period, category_id, (direction * net)::bigint, (direction * entries)::bigint, at
  from delta order by company_id, grain, period, category_id
  on conflict (company_id, grain, period, category_id) do update
    set net_debit_cents = kept.net_debit_cents + excluded.net_debit_cents,
        entry_count = kept.entry_count + excluded.entry_count,
        refreshed_at = greatest(kept.refreshed_at, excluded.refreshed_at);

  with monthly as (
    select changed.company_id, date_trunc('month', date)::date as month, coalesce(department_id, '') as department_id, category_id,
           sum(net_debit_cents) as net, count(*) as entries
    from changed join categories on categories.company_id = changed.company_id and categories.id = changed.category_id
    where categories.account_type not in ('asset', 'liability', 'equity')
    group by 1, 2, 3, 4
  ), delta as (
    select company_id, 'month' as grain, month as period, department_id, category_id, net, entries from monthly
    union all
    select company_id, 'year', date_trunc('year', month)::date, department_id, category_id, sum(net), sum(entries) from monthly group by 1, 3, 4, 5
  )
  insert into ledger_department_rollups as kept
    (company_id, grain, period, department_id, category_id, net_debit_cents, entry_count, refreshed_at)
  select company_id, grain, period, department_id, category_id, (direction * net)::bigint, (direction * entries)::bigint, at
  from delta order by company_id, grain, period, department_id, category_id
  on conflict (company_id, grain, period, department_id, category_id) do update
    set net_debit_cents = kept.net_debit_cents + excluded.net_debit_cents,
        entry_count = kept.entry_count + excluded.entry_count,
        refreshed_at = greatest(kept.refreshed_at, excluded.refreshed_at);

  return null;
end $$;

create trigger journal_entries_inserted after insert on journal_entries
  referencing new table as changed for each statement execute function ledger_apply();
create trigger journal_entries_deleted after delete on journal_entries
  referencing old table as changed for each statement execute function ledger_apply();

create function ledger_refuse_update() returns trigger language plpgsql as $$
begin
  raise exception 'journal entries are replaced, never updated' using errcode = 'check_violation', constraint = 'journal_entries_are_replaced';
end $$;
create trigger journal_entries_updated before update on journal_entries for each statement execute function ledger_refuse_update();

-- What a foreign key from the entries would do when a category or a department goes.
create function ledger_keep_referenced() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'categories' then
    if exists (select 1 from journal_entries where company_id = old.company_id and category_id = old.id) then
      raise exception 'category % has journal entries', old.id using errcode = 'foreign_key_violation', constraint = 'journal_entries_category';
    end if;
  elsif exists (select 1 from journal_entries where company_id = old.company_id and department_id = old.id) then
    raise exception 'department % has journal entries', old.id using errcode = 'foreign_key_violation', constraint = 'journal_entries_department';
  end if;
  return old;
end $$;
create trigger categories_keep_referenced before delete on categories for each row execute function ledger_keep_referenced();
create trigger departments_keep_referenced before delete on departments for each row execute function ledger_keep_referenced();
