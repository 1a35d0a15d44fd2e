-- A payment may settle invoices of several customers: the shares of the others are moves that name the payment,
-- and go with it. What a customer paid too much can be refunded: by a transaction, an outflow that names the
-- invoice as its payments do, or by a settlement of its own on a day, which takes from what is credited.
--
-- So a transaction that names an invoice may be below zero, and so may the sums of an invoice: when the bank takes
-- a payment back that was refunded, the customer owes the refund too. Checks of single columns can't say that any
-- more; the function that makes the sums refuses what settles an invoice that is not open, also where it sums to 0.

alter table transactions drop constraint transactions_check4;
alter table invoices drop constraint invoices_settled_check;
alter table settlements drop constraint settlements_kind_check;
alter table settlements drop constraint settlements_transaction_check;
alter table settlements drop constraint settlements_reference_check;
alter table settlements add constraint settlements_kind_check
  check (kind in ('credit_note', 'write_off', 'fee', 'move', 'refund'));
alter table settlements add constraint settlements_reference_check
  check (reference is null or kind in ('credit_note', 'write_off', 'refund'));

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
