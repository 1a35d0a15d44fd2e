-- Triggers whose statements are each about one company, so that tables distributed by company can have them.
--
-- On a distributed table a trigger belongs to a shard. There a statement that names the changed rows can name no
-- other table, a statement on another table needs one company's id, and a table's name ends in the number of its
-- shard. So a trigger reads the changed rows once, a row with arrays for each company, and works from these. That
-- also costs less on one server: three triggers that each read the changed entries become one.

-- The debits and the closed books are part of it, which had triggers of their own.
drop trigger journal_entries_debits_inserted on journal_entries;
drop trigger journal_entries_debits_deleted on journal_entries;
drop function ledger_count_debits();
drop trigger journal_entries_keep_closed_inserted on journal_entries;
drop trigger journal_entries_keep_closed_deleted on journal_entries;
drop function ledger_keep_closed();

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

    if own.debits is not null then
      insert into ledger_debits as kept (company_id, cents) values (own.company_id, direction * own.debits)
      on conflict (company_id) do update set cents = kept.cents + excluded.cents;
    end if;

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

create or replace function companies_start_feed_clock() returns trigger language plpgsql as $$
declare
  ids text[];
  one text;
begin
  select array_agg(id order by id) into ids from made;
  foreach one in array coalesce(ids, '{}') loop
    insert into feed_clocks (company_id) values (one);
  end loop;
  return null;
end $$;

create or replace function forms_1099_count() returns trigger language plpgsql as $$
declare
  direction constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  counted record;
begin
  for counted in
    select company_id, report_id,
      count(*) filter (where sound and filing_status = 'review_required') as review_required,
      count(*) filter (where sound and filing_status in ('w9_required', 'w9_requested', 'ready_to_file', 'filing')) as pending,
      count(*) filter (where sound and filing_status = 'filed') as filed,
      count(*) filter (where sound and filing_status = 'not_required') as not_required,
      count(*) filter (where not sound) as unsound
    from made group by company_id, report_id order by company_id, report_id
  loop
    update form_1099_reports set
      review_required = review_required + direction * counted.review_required,
      pending = pending + direction * counted.pending,
      filed = filed + direction * counted.filed,
      not_required = not_required + direction * counted.not_required,
      unsound = unsound + direction * counted.unsound
    where company_id = counted.company_id and id = counted.report_id;
  end loop;
  return null;
end $$;

create or replace function forms_1099_recount() returns trigger language plpgsql as $$
declare
  counted record;
begin
  for counted in
    select company_id, report_id,
      coalesce(sum(by) filter (where sound and filing_status = 'review_required'), 0) as review_required,
      coalesce(sum(by) filter (where sound and filing_status in ('w9_required', 'w9_requested', 'ready_to_file', 'filing')), 0) as pending,
      coalesce(sum(by) filter (where sound and filing_status = 'filed'), 0) as filed,
      coalesce(sum(by) filter (where sound and filing_status = 'not_required'), 0) as not_required,
      coalesce(sum(by) filter (where not sound), 0) as unsound
    from (
      select company_id, report_id, -1 as by, sound, filing_status from former
      union all
      select company_id, report_id, 1, sound, filing_status from made
    ) delta
    group by company_id, report_id order by company_id, report_id
  loop
    continue when (counted.review_required, counted.pending, counted.filed, counted.not_required, counted.unsound) = (0, 0, 0, 0, 0);
    update form_1099_reports set
      review_required = review_required + counted.review_required,
      pending = pending + counted.pending,
      filed = filed + counted.filed,
      not_required = not_required + counted.not_required,
      unsound = unsound + counted.unsound
    where company_id = counted.company_id and id = counted.report_id;
  end loop;
  return null;
end $$;

-- On a shard, the name of the table ends in the number of the shard.
create or replace function transactions_read_otherwise() returns trigger language plpgsql as $$
declare
  at bigint := daybook_now();
begin
  update feed_clocks set stamped = greatest(at, stamped, issued) where company_id = new.company_id returning stamped into at;
  if tg_table_name like 'accounts%' then
    update transactions set updated = at where company_id = new.company_id and account_id = new.id and not deleted;
  elsif tg_table_name like 'categories%' then
    update transactions set updated = at where company_id = new.company_id and category_id = new.id and not deleted;
  else
    update transactions set updated = at where company_id = new.company_id and department_id = new.id and not deleted;
  end if;
  return null;
end $$;

create or replace function ledger_keep_referenced() returns trigger language plpgsql as $$
begin
  if tg_table_name like 'categories%' then
    if exists (select 1 from journal_entries where company_id = old.company_id and category_id = old.id) then
      raise exception 'category % has journal entries', old.id using errcode = 'foreign_key_violation', constraint = 'journal_entries_category';
    end if;
  elsif exists (select 1 from journal_entries where company_id = old.company_id and department_id = old.id) then
    raise exception 'department % has journal entries', old.id using errcode = 'foreign_key_violation', constraint = 'journal_entries_department';
  end if;
  return old;
end $$;

-- A query that calls a function for each of its rows would call it on a shard, where no query may begin another.
create or replace function transactions_pay_invoices() returns trigger language plpgsql as $$
begin
  if new.invoice_id is not null then
    perform settle_invoice(new.company_id, new.invoice_id, new.updated);
  end if;
  if old.invoice_id <> new.invoice_id or (old.invoice_id is not null and new.invoice_id is null) then
    perform settle_invoice(new.company_id, old.invoice_id, new.updated);
  end if;
  return null;
end $$;

create or replace function settlements_settle_invoices() returns trigger language plpgsql as $$
declare
  company constant text := coalesce(new.company_id, old.company_id);
  named constant text[] := array[new.invoice_id, new.from_invoice_id, old.invoice_id, old.from_invoice_id];
  at bigint;
  one text;
begin
  select stamped into at from feed_clocks where company_id = company;
  for one in select id from invoices where company_id = company and id = any (named) order by id loop
    perform settle_invoice(company, one, at);
  end loop;
  return null;
end $$;

-- Every edit of a transaction changes its feed's clock twice, and these two checks took longer than the change.
-- `verify` compares both columns with the transactions.
alter table feed_clocks drop constraint feed_clocks_live_rows_check;
alter table feed_clocks drop constraint feed_clocks_row_sum_check;
