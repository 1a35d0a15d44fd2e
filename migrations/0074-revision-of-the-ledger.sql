-- A number for each state of a company's books, so that what was computed from them can be kept until they change.
--
-- Each transaction that changes what a statement is made of gives the books another revision, which commits with the change. It
-- is random, because a counter would come to a number again after a restore. It stands in a row that each posting updates anyhow.

alter table ledger_debits add column revision bigint not null default 0;

create or replace function ledger_apply() returns trigger language plpgsql as $$
declare
  direction constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  at constant bigint := daybook_now();
  own record;
  broken record;
  found_ids text[];
  -- The categories of the income statement among those of the changed entries.
  of_income text[];
  through date;
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

  for own in
    select company_id, min(first) as first, sum(debits) as debits,
      array_agg(distinct category_id) as used_categories,
      array_agg(distinct department_id) filter (where department_id is not null) as used_departments,
      array_agg(month) as months, array_agg(category_id) as categories, array_agg(department_id) as departments,
      array_agg(net) as nets, array_agg(entries) as entries
    from (
      select company_id, date_trunc('month', date::timestamp)::date as month, category_id, department_id,
        sum(net_debit_cents) as net, count(*) as entries, min(date) as first,
        sum(net_debit_cents) filter (where net_debit_cents > 0) as debits
      from changed group by 1, 2, 3, 4
    ) monthly
    group by company_id order by company_id
  loop
    if direction = 1 then
      -- Locks the referenced rows as a foreign key would, once for each category instead of once for each entry.
      select array_agg(id), array_agg(id) filter (where account_type not in ('asset', 'liability', 'equity'))
      into found_ids, of_income
      from (
        select id, account_type from categories
        where company_id = own.company_id and id = any (own.used_categories) for key share
      ) locked;
      if cardinality(own.used_categories) > coalesce(cardinality(found_ids), 0) then
        raise exception 'no category %', (select min(used) from unnest(own.used_categories) used where used <> all (coalesce(found_ids, '{}')))
          using errcode = 'foreign_key_violation', constraint = 'journal_entries_category';
      end if;
      if own.used_departments is not null then
        select array_agg(id) into found_ids from (
          select id from departments
          where company_id = own.company_id and id = any (own.used_departments) for key share
        ) locked;
        if cardinality(own.used_departments) > coalesce(cardinality(found_ids), 0) then
          raise exception 'no department %', (select min(used) from unnest(own.used_departments) used where used <> all (coalesce(found_ids, '{}')))
            using errcode = 'foreign_key_violation', constraint = 'journal_entries_department';
        end if;
      end if;
    else
      select array_agg(id) into of_income from categories
      where company_id = own.company_id and id = any (own.used_categories)
        and account_type not in ('asset', 'liability', 'equity');
    end if;

    select closed_through into through from book_closings
    where company_id = own.company_id and closed_through >= own.first;
    if found then
      select voucher_id, date into broken from changed where company_id = own.company_id and date <= through limit 1;
      raise exception 'voucher % of % is closed: the books are closed through %', broken.voucher_id, broken.date, through
        using errcode = 'check_violation', constraint = 'journal_entries_keep_closed';
    end if;

    insert into ledger_debits as kept (company_id, cents, revision)
    values (own.company_id, direction * coalesce(own.debits, 0), floor(random() * 9007199254740991)::bigint)
    on conflict (company_id) do update set cents = kept.cents + excluded.cents, revision = excluded.revision;

    -- Ordered by key, so that concurrent writers take the row locks in one order.
    insert into ledger_rollups as kept (company_id, grain, period, category_id, net_debit_cents, entry_count, refreshed_at)
    select own.company_id, grain, period, category_id, (direction * sum(net))::bigint, (direction * sum(entries))::bigint, at
    from unnest(own.months, own.categories, own.nets, own.entries) as monthly (month, category_id, net, entries)
    cross join lateral (values ('month', month), ('year', date_trunc('year', month::timestamp)::date)) as periods (grain, period)
    group by grain, period, category_id order by grain, period, category_id
    on conflict (company_id, grain, period, category_id) do update
      set net_debit_cents = kept.net_debit_cents + excluded.net_debit_cents,
          entry_count = kept.entry_count + excluded.entry_count,
          refreshed_at = greatest(kept.refreshed_at, excluded.refreshed_at);

    if of_income is not null then
      insert into ledger_department_rollups as kept
        (company_id, grain, period, department_id, category_id, net_debit_cents, entry_count, refreshed_at)
      select own.company_id, grain, period, coalesce(department_id, ''), category_id,
        (direction * sum(net))::bigint, (direction * sum(entries))::bigint, at
      from unnest(own.months, own.categories, own.departments, own.nets, own.entries)
        as monthly (month, category_id, department_id, net, entries)
      cross join lateral (values ('month', month), ('year', date_trunc('year', month::timestamp)::date)) as periods (grain, period)
      where category_id = any (of_income)
      group by grain, period, department_id, category_id
      order by grain, period, coalesce(department_id, ''), category_id
      on conflict (company_id, grain, period, department_id, category_id) do update
        set net_debit_cents = kept.net_debit_cents + excluded.net_debit_cents,
            entry_count = kept.entry_count + excluded.entry_count,
            refreshed_at = greatest(kept.refreshed_at, excluded.refreshed_at);
    end if;
  end loop;
  return null;
end $$;

create or replace function ledger_move() returns trigger language plpgsql as $$
declare
  at constant bigint := daybook_now();
begin
  -- Locks what is referred to as a foreign key would.
  if new.category_id <> old.category_id then
    perform 1 from categories where company_id = new.company_id and id = new.category_id for key share;
    if not found then
      raise exception 'no category %', new.category_id using errcode = 'foreign_key_violation', constraint = 'journal_entries_category';
    end if;
  end if;
  if new.department_id <> old.department_id or (old.department_id is null and new.department_id is not null) then
    perform 1 from departments where company_id = new.company_id and id = new.department_id for key share;
    if not found then
      raise exception 'no department %', new.department_id using errcode = 'foreign_key_violation', constraint = 'journal_entries_department';
    end if;
  end if;

  -- Once in a transaction: a row that is updated for each of many entries gets slower with each.
  update ledger_debits set revision = floor(random() * 9007199254740991)::bigint
  where company_id = new.company_id and xmin::text::bigint <> pg_current_xact_id()::text::bigint % 4294967296;

  -- All in the order in which every writer takes the locks of these rows.
  if new.category_id <> old.category_id then
    insert into ledger_rollups as kept (company_id, grain, period, category_id, net_debit_cents, entry_count, refreshed_at)
    select new.company_id, grain, period, moved.category_id, net, entries, at
    from (values ('month', date_trunc('month', new.date::timestamp)::date), ('year', date_trunc('year', new.date::timestamp)::date)) as periods (grain, period)
    cross join (values (old.category_id, -old.net_debit_cents, -1), (new.category_id, new.net_debit_cents, 1)) as moved (category_id, net, entries)
    order by grain collate "C", period, moved.category_id collate "C"
    on conflict (company_id, grain, period, category_id) do update
      set net_debit_cents = kept.net_debit_cents + excluded.net_debit_cents,
          entry_count = kept.entry_count + excluded.entry_count,
          refreshed_at = greatest(kept.refreshed_at, excluded.refreshed_at);
  end if;
  insert into ledger_department_rollups as kept
    (company_id, grain, period, department_id, category_id, net_debit_cents, entry_count, refreshed_at)
  select new.company_id, grain, period, moved.department_id, moved.category_id, net, entries, at
  from (values ('month', date_trunc('month', new.date::timestamp)::date), ('year', date_trunc('year', new.date::timestamp)::date)) as periods (grain, period)
  cross join (values (coalesce(old.department_id, ''), old.category_id, -old.net_debit_cents, -1), (coalesce(new.department_id, ''), new.category_id, new.net_debit_cents, 1))
    as moved (department_id, category_id, net, entries)
  join categories c on c.company_id = new.company_id and c.id = moved.category_id and c.account_type not in ('asset', 'liability', 'equity')
  order by grain collate "C", period, moved.department_id collate "C", moved.category_id collate "C"
  on conflict (company_id, grain, period, department_id, category_id) do update
    set net_debit_cents = kept.net_debit_cents + excluded.net_debit_cents,
        entry_count = kept.entry_count + excluded.entry_count,
        refreshed_at = greatest(kept.refreshed_at, excluded.refreshed_at);
  return null;
end $$;

-- Names, order and kinds of categories and departments, and the start of the fiscal year, are part of statements too.
create function ledger_revise() returns trigger language plpgsql as $$
declare
  ids text[];
  one text;
begin
  select array_agg(distinct company_id order by company_id) into ids from changed;
  foreach one in array coalesce(ids, '{}') loop
    update ledger_debits set revision = floor(random() * 9007199254740991)::bigint where company_id = one;
  end loop;
  return null;
end $$;
create trigger categories_revise_inserted after insert on categories
  referencing new table as changed for each statement execute function ledger_revise();
create trigger categories_revise_updated after update on categories
  referencing new table as changed for each statement execute function ledger_revise();
create trigger categories_revise_deleted after delete on categories
  referencing old table as changed for each statement execute function ledger_revise();
create trigger departments_revise_inserted after insert on departments
  referencing new table as changed for each statement execute function ledger_revise();
create trigger departments_revise_updated after update on departments
  referencing new table as changed for each statement execute function ledger_revise();
create trigger departments_revise_deleted after delete on departments
  referencing old table as changed for each statement execute function ledger_revise();

create function companies_revise() returns trigger language plpgsql as $$
begin
  update ledger_debits set revision = floor(random() * 9007199254740991)::bigint where company_id = new.id;
  return null;
end $$;
create trigger companies_revise after update on companies for each row execute function companies_revise();
