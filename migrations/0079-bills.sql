-- Bills of vendors: the other side of the one subledger of open items. A bill is a row of `invoices` whose id says
-- so: its claim is what the company owes, money out pays it, and its lines are costs. The columns of invoices mean
-- the same for both sides: `customer_name` is the other party, which is the vendor of a bill, and
-- `receivable_category_id` is where the claim is booked, which is Accounts Payable for a bill.
--
-- A bill has a number of the company's own series, and may have the number that its vendor gave it, which no other
-- bill of the vendor has. A void bill leaves the vendor's number free: the vendor will not give another one because
-- a bill was entered wrongly.

alter table invoices drop constraint invoices_id_check;
-- Not null: so an id is of one of the two sides.
alter table invoices add column side text collate "C" not null generated always as (case
  when id like 'inv\_%' then 'receivable' when id like 'bill\_%' then 'payable' end) stored;
alter table invoices add column vendor_number text collate "C";
alter table invoices add constraint invoices_vendor_number_check check (vendor_number is null or vendor_number <> '');
-- The vendor and the number as they are compared; null for a bill that is void or has no such number.
alter table invoices add column vendor_number_key text collate "C";
-- Which number of the series of bills it is; null for any other number.
alter table invoices add column bill_counted bigint generated always as (case
  when number ~ '^BILL-[0-9]{1,15}$' then substr(number, 6)::bigint end) stored;
create unique index invoices_by_vendor_number on invoices (company_id, vendor_number_key);
create index invoices_by_bill_count on invoices (company_id, bill_counted) where bill_counted is not null;

-- Each list is of one side.
create index invoices_of_side_by_date on invoices (company_id, side, issue_date, id);
create index invoices_of_side_by_status on invoices (company_id, side, status, issue_date, id);
create index invoices_of_side_by_party on invoices (company_id, side, customer_name, issue_date, id);
-- What is due on a day follows from what is due now and from what happened after the day.
create index invoices_due on invoices (company_id, side, customer_name, due_date, number)
  where state = 'open' and total_cents <> paid_cents + credited_cents - moved_cents;
create index invoices_by_reversal on invoices (company_id, voided_on) where voided_on is not null;
create index transactions_paying on transactions (company_id, accounting_date) where invoice_id is not null;
create index settlements_by_day on settlements (company_id, date);
create index settlements_by_reversal on settlements (company_id, reversed_on) where reversed_on is not null;
drop index invoices_by_date;
drop index invoices_by_status;
drop index invoices_by_customer;

alter table categories drop constraint categories_role_check;
alter table categories add constraint categories_role_check check (role in
  ('uncategorized_income', 'uncategorized_expenses', 'cash', 'credit_cards', 'accounts_receivable',
    'accounts_payable', 'sales', 'prepaid_expenses', 'deferred_revenue', 'accumulated_depreciation',
    'retained_earnings'));
alter table journal_entries drop constraint journal_entries_source_check;
alter table journal_entries add constraint journal_entries_source_check check (source in
  ('bank_transaction', 'spread', 'capitalization', 'csv_upload', 'transfer', 'invoice', 'bill', 'adjustment'));

-- The sign with which money counts as a payment: an invoice is paid by money in, a bill by money out.
create function payment_sign(invoice text) returns integer language sql immutable as $$
  select case when invoice like 'bill\_%' then -1 else 1 end
$$;

-- 1 for what settles, -1 for what takes from what is settled: a refund, and the fee that a payment of a bill
-- contained besides.
create function settlement_sign(invoice text, kind text) returns integer language sql immutable as $$
  select case when kind = 'refund' or kind = 'fee' and invoice like 'bill\_%' then -1 else 1 end
$$;

-- A mirror compares what the feed answers as `invoice_id`, which shows invoices only.
create or replace function feed_row_hash(t transactions) returns bit(256) language sql stable as $$
  select ('x' || encode(sha256(convert_to(json_build_array(
    t.id, t.created, t.updated, t.date, t.accounting_date, t.amount_cents, t.description, t.merchant_name, t.memo,
    t.account_id, t.card_id, t.category_id, t.department_id, t.transaction_type, t.status, t.source_vendor,
    t.source_type, t.transfer_id, t.spread_id,
    case when t.invoice_id like 'inv\_%' then t.invoice_id end)::text, 'UTF8')), 'hex'))::bit(256)
$$;

create or replace function describe_lost_move(company text, lost settlements) returns void language plpgsql as $$
declare
  actor json;
begin
  select c.writer::json into actor from feed_clocks c where c.company_id = company;
  -- A company that is deleted as a whole is gone by now, and so is its trail.
  insert into audit_events (company_id, id, at, recorded, surface, actor, key_id, action, topic, subject,
    from_state, to_state, note, request_id)
  select company, gen_random_uuid(), daybook_now(),
    greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint,
      (select max(e.recorded) + 1 from audit_events e where e.company_id = company)),
    coalesce(actor ->> 'surface', 'command'), coalesce(actor ->> 'by', 'daybook'), actor ->> 'key_id',
    case i.side when 'payable' then 'bill' else 'invoice' end || ' take-back',
    case i.side when 'payable' then 'bills' else 'invoices' end, i.id,
    format('%s of %s', to_char(lost.amount_cents / 100.0, 'FM99999999999990.00'), lost.date), 'taken back',
    concat_ws('; ', 'move', i.number, lost.from_invoice_id), actor ->> 'request_id'
  from companies c, invoices i where c.id = company and i.company_id = company and i.id = lost.invoice_id;
end $$;

create or replace function settle_invoice(company text, invoice text, stamp bigint) returns void language plpgsql as $$
declare
  own_state text;
  total bigint;
  paid bigint;
  credited bigint;
  moved bigint;
  latest settlements%rowtype;
  through date;
begin
  select i.state, i.total_cents into own_state, total from invoices i
    where i.company_id = company and i.id = invoice;
  loop
    select payment_sign(invoice) * coalesce(sum(t.amount_cents), 0) into paid from transactions t
      where t.company_id = company and t.invoice_id = invoice and t.status <> 'excluded';
    select coalesce(sum(settlement_sign(invoice, s.kind) * s.amount_cents), 0) into credited
      from settlements s where s.company_id = company and s.invoice_id = invoice and s.reversed_on is null;
    select coalesce(sum(s.amount_cents), 0) into moved from settlements s
      where s.company_id = company and s.from_invoice_id = invoice and s.reversed_on is null;
    exit when moved = 0 or paid + credited - moved >= total;
    -- First what a payment had given that pays this invoice no more, and then the latest.
    select * into latest from settlements s
      where s.company_id = company and s.from_invoice_id = invoice and s.reversed_on is null
      order by (s.transaction_id is not null and not exists (select 1 from transactions t
        where t.company_id = company and t.id = s.transaction_id and t.invoice_id is not null
          and t.status <> 'excluded')) desc, s.id desc limit 1;
    select c.closed_through into through from feed_clocks c where c.company_id = company;
    if latest.date <= through then
      update settlements set reversed_on = through + 1 where company_id = company and id = latest.id;
    else
      delete from settlements where company_id = company and id = latest.id;
    end if;
    perform describe_lost_move(company, latest);
  end loop;
  if own_state <> 'open' and (
    exists (select 1 from transactions t where t.company_id = company and t.invoice_id = invoice)
    or exists (select 1 from settlements s
      where s.company_id = company and s.invoice_id = invoice and s.reversed_on is null)
    or moved <> 0
  ) then
    raise exception 'the invoice % is %, and settled', invoice, own_state
      using errcode = 'check_violation', constraint = 'invoices_settled_check';
  end if;
  update invoices i set updated = greatest(i.updated, stamp),
    paid_cents = paid, credited_cents = credited, moved_cents = moved
  where i.company_id = company and i.id = invoice;
end $$;
