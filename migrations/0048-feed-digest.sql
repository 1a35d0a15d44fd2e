-- A digest of a company's feed, with which a mirror proves that it is whole: the number of transactions that are
-- not deleted, and the sum modulo 2^256 of the SHA-256 of each one's canonical text. A sum can be kept: what a
-- statement changes is subtracted as it was and added as it is.
--
-- Triggers keep it, so that no writer can forget it. They change the row of feed_clocks that every writer of the
-- feed holds until its commit, so concurrent writers wait for each other and no change is lost. `changes` counts
-- the statements that wrote transactions: while it stays the same, so has every transaction.

alter table feed_clocks
  add column changes bigint not null default 0,
  add column live_rows bigint not null default 0 check (live_rows >= 0),
  add column row_sum numeric(78) not null default 0 check (row_sum >= 0 and row_sum < power(2::numeric, 256));

-- The hash of a transaction's canonical text: a JSON array of the members that are its own. The names of its
-- account, category and department are not; when they change, so does `updated`.
create function feed_row_hash(t transactions) returns bit(256) language sql stable as $$
  select ('x' || encode(sha256(convert_to(json_build_array(
    t.id, t.created, t.updated, t.date, t.accounting_date, t.amount_cents, t.description, t.merchant_name, t.memo,
    t.account_id, t.card_id, t.category_id, t.department_id, t.transaction_type, t.status, t.source_vendor,
    t.source_type, t.transfer_id, t.spread_id, t.invoice_id)::text, 'UTF8')), 'hex'))::bit(256)
$$;

-- The sum of hashes modulo 2^256, not negative, from the sums of their parts: four of 56 bits and one of 32. Such
-- parts are integers, which PostgreSQL adds many times faster than numbers of 256 bits. Null counts as zero.
create function feed_row_sum(a numeric, b numeric, c numeric, d numeric, e numeric) returns numeric
language sql immutable as $$
  select coalesce(mod(
    (((a * 72057594037927936 + b) * 72057594037927936 + c) * 72057594037927936 + d) * 4294967296 + e,
    115792089237316195423570985008687907853269984665640564039457584007913129639936), 0)
$$;

-- The digest of a company's feed, from all its transactions.
create function feed_digest_of(company text, out live_rows bigint, out row_sum numeric) language sql stable as $$
  select count(*), feed_row_sum(
    sum(substring(hash, 1, 56)::bigint), sum(substring(hash, 57, 56)::bigint),
    sum(substring(hash, 113, 56)::bigint), sum(substring(hash, 169, 56)::bigint),
    sum(substring(hash, 225, 32)::bigint))
  from (
    select feed_row_hash(t) as hash from transactions t where t.company_id = company and not t.deleted offset 0
  ) as hashed
$$;

-- One query reads the changed rows, once, and names no other table.
create function transactions_keep_digest() returns trigger language plpgsql as $$
declare
  modulus constant numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  changed record;
begin
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
create trigger transactions_keep_digest_inserted after insert on transactions
  referencing new table as added for each statement execute function transactions_keep_digest();
create trigger transactions_keep_digest_updated after update on transactions
  referencing old table as removed new table as added for each statement
  execute function transactions_keep_digest();
create trigger transactions_keep_digest_deleted after delete on transactions
  referencing old table as removed for each statement execute function transactions_keep_digest();

-- The feeds that are there already: some seconds for a million transactions.
update feed_clocks set
  (live_rows, row_sum) = (select d.live_rows, d.row_sum from feed_digest_of(feed_clocks.company_id) d);
