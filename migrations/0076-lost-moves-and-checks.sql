-- A move of credit that the database takes back, because what it had taken is not there any more, leaves an
-- event in the audit trail, as one that a person takes back does. Who did what led to it is whoever holds the
-- feed: its clock says who that is.
--
-- What 0075 allows of payments, settlements and sums is bound again, as far as it reaches: no payment is of
-- nothing, only fees and moves are parts of a payment, and what is not open has no sum.

-- JSON: the surface, the actor, the key and the request of the latest writer.
alter table feed_clocks add column writer text;

alter table transactions add constraint transactions_check4 check (invoice_id is null or amount_cents <> 0);
alter table settlements add constraint settlements_transaction_check
  check (transaction_id is null or kind in ('fee', 'move'));
alter table invoices add constraint invoices_settled_check
  check (moved_cents >= 0 and (state = 'open' or paid_cents + credited_cents + moved_cents = 0));

create function describe_lost_move(company text, lost settlements) returns void language plpgsql as $$
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
    'invoice take-back', 'invoices', i.id,
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
    select coalesce(sum(t.amount_cents), 0) into paid from transactions t
      where t.company_id = company and t.invoice_id = invoice and t.status <> 'excluded';
    select coalesce(sum(case when s.kind = 'refund' then -s.amount_cents else s.amount_cents end), 0) into credited
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
