-- An entry may move in place: to another category or department, with another description or merchant, held or not.
--
-- The edit that is asked for most gives a transaction another category. Deleting its voucher and inserting a successor wrote every
-- line and every index twice over, and both rollups of categories that ended up where they were. What an entry may not do in place
-- is anything that its voucher stands on: its amount, its date, its key and its source. So a voucher that balanced still does,
-- without a look at its other lines, and what changes is one row's share of the rollups. Few lines change in this way, so the
-- triggers are for each row; what many lines need goes the way of a delete and an insert.
--
-- The time that triggers read is made of functions that keep within a statement, so that it is put into the statements that use it
-- instead of being called: clock_timestamp() kept that from happening.

create or replace function daybook_now() returns bigint language sql stable as $$
  select coalesce(nullif(current_setting('daybook.now', true), '')::bigint, extract(epoch from statement_timestamp())::bigint)
$$;

drop trigger journal_entries_updated on journal_entries;
create trigger journal_entries_updated before update on journal_entries for each row
  when (row(old.company_id, old.voucher_id, old.line, old.date, old.net_debit_cents, old.source, old.transaction_id, old.created)
    is distinct from row(new.company_id, new.voucher_id, new.line, new.date, new.net_debit_cents, new.source, new.transaction_id, new.created))
  execute function ledger_refuse_update();

create function ledger_move() returns trigger language plpgsql as $$
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

  -- Both in the order of their keys, in which every writer takes the locks of these rows.
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
create trigger journal_entries_moved after update on journal_entries for each row
  when (old.category_id <> new.category_id or old.department_id is distinct from new.department_id)
  execute function ledger_move();
