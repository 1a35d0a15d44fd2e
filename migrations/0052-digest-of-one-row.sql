-- The edit of a transaction keeps the digest of its feed at less cost.
--
-- Most statements that change transactions change one, which stays live. For it the two hashes are read without
-- aggregates and subqueries, whose preparation takes longer than their work. The check for a second row comes
-- first, so that statements of many rows pair none of them.
create or replace function transactions_keep_digest() returns trigger language plpgsql as $$
declare
  modulus constant numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  changed record;
  company text;
  old_hash bit(256);
  new_hash bit(256);
begin
  if tg_op = 'UPDATE' then
    select a.company_id, feed_row_hash(r), feed_row_hash(a) into company, old_hash, new_hash
      from removed r, added a
      where r.company_id = a.company_id and not r.deleted and not a.deleted
        and not exists (select from added offset 1);
    if found then
      update feed_clocks set changes = changes + 1, row_sum = mod(row_sum + modulus + feed_row_sum(
        substring(new_hash, 1, 56)::bigint - substring(old_hash, 1, 56)::bigint,
        substring(new_hash, 57, 56)::bigint - substring(old_hash, 57, 56)::bigint,
        substring(new_hash, 113, 56)::bigint - substring(old_hash, 113, 56)::bigint,
        substring(new_hash, 169, 56)::bigint - substring(old_hash, 169, 56)::bigint,
        substring(new_hash, 225, 32)::bigint - substring(old_hash, 225, 32)::bigint), modulus)
      where company_id = company;
      return null;
    end if;
  end if;
  if tg_op = 'INSERT' then
    select min(company_id) as first, max(company_id) as last, count(hash) as live, feed_row_sum(
      sum(substring(hash, 1, 56)::bigint), sum(substring(hash, 57, 56)::bigint),
      sum(substring(hash, 113, 56)::bigint), sum(substring(hash, 169, 56)::bigint),
      sum(substring(hash, 225, 32)::bigint)) as total
    into changed from (
      select company_id, case when not deleted then feed_row_hash(added) end as hash from added offset 0
    ) as hashed;
  elsif tg_op = 'UPDATE' then
    select min(company_id) as first, max(company_id) as last, coalesce(sum(live), 0) as live, feed_row_sum(
      sum(live * substring(hash, 1, 56)::bigint), sum(live * substring(hash, 57, 56)::bigint),
      sum(live * substring(hash, 113, 56)::bigint), sum(live * substring(hash, 169, 56)::bigint),
      sum(live * substring(hash, 225, 32)::bigint)) as total
    into changed from (
      (select company_id, case when deleted then 0 else 1 end as live, feed_row_hash(added) as hash
        from added offset 0)
      union all
      (select company_id, case when deleted then 0 else -1 end, feed_row_hash(removed) from removed offset 0)
    ) as hashed;
  else
    select min(company_id) as first, max(company_id) as last, -count(hash) as live, -feed_row_sum(
      sum(substring(hash, 1, 56)::bigint), sum(substring(hash, 57, 56)::bigint),
      sum(substring(hash, 113, 56)::bigint), sum(substring(hash, 169, 56)::bigint),
      sum(substring(hash, 225, 32)::bigint)) as total
    into changed from (
      select company_id, case when not deleted then feed_row_hash(removed) end as hash from removed offset 0
    ) as hashed;
  end if;
  if changed.first = changed.last then
    update feed_clocks set changes = changes + 1, live_rows = live_rows + changed.live,
      row_sum = mod(row_sum + changed.total + modulus, modulus)
    where company_id = changed.first;
  elsif changed.first < changed.last then
    -- No statement of the service writes several companies. For one of an operator, all is added up again.
    perform 1 from feed_clocks order by company_id for update;
    update feed_clocks set changes = changes + 1,
      (live_rows, row_sum) = (select d.live_rows, d.row_sum from feed_digest_of(feed_clocks.company_id) d);
  end if;
  return null;
end $$;

-- The row of feed_clocks is written twice by an edit, by its stamp and by the digest. Each time, its checks
-- computed 2^256 again, and because the second write changes a row of its own transaction, it looked the company
-- up again for the foreign key. None of them can fail: the function above is the only writer of these columns,
-- `verify` compares them with the transactions, and the row is made by a trigger of its company. Another one
-- deletes it now.
alter table feed_clocks drop constraint if exists feed_clocks_live_rows_check;
alter table feed_clocks drop constraint if exists feed_clocks_row_sum_check;
alter table feed_clocks drop constraint feed_clocks_company_id_fkey;

create function companies_end_feed_clock() returns trigger language plpgsql as $$
begin
  delete from feed_clocks where company_id = old.id;
  return null;
end $$;
create trigger companies_end_feed_clock after delete on companies
  for each row execute function companies_end_feed_clock();
