-- A fee that was kept from a payment names the payment, so that it goes with it: a payment that pays nothing any
-- more has no fee. A credit note and a write-off may have the poster's own name, under which they are made once.
--
-- A move of credit on a closed day can be taken back without changing what was due on that day: it stays, and is
-- reversed on the first open day, as other settlements are. It posts nothing either way.

alter table settlements
  drop constraint settlements_check3,
  add column transaction_id text collate "C",
  add column reference text collate "C",
  add foreign key (company_id, transaction_id) references transactions (company_id, id),
  add constraint settlements_transaction_check check (transaction_id is null or kind = 'fee'),
  add constraint settlements_reference_check check (reference is null or kind in ('credit_note', 'write_off'));
create index settlements_by_transaction on settlements (company_id, transaction_id) where transaction_id is not null;
-- What is taken back leaves its name free.
create unique index settlements_by_reference on settlements (company_id, reference)
  where reference is not null and reversed_on is null;

create or replace function settle_invoice(company text, invoice text, stamp bigint) returns void language plpgsql as $$
declare
  paid bigint;
  credited bigint;
  moved bigint;
  latest settlements%rowtype;
  through date;
begin
  loop
    select coalesce(sum(t.amount_cents), 0) into paid from transactions t
      where t.company_id = company and t.invoice_id = invoice and t.status <> 'excluded';
    select coalesce(sum(s.amount_cents), 0) into credited from settlements s
      where s.company_id = company and s.invoice_id = invoice and s.reversed_on is null;
    select coalesce(sum(s.amount_cents), 0) into moved from settlements s
      where s.company_id = company and s.from_invoice_id = invoice and s.reversed_on is null;
    exit when moved = 0 or paid + credited - moved >= (
      select i.total_cents from invoices i where i.company_id = company and i.id = invoice);
    select * into latest from settlements s
      where s.company_id = company and s.from_invoice_id = invoice and s.reversed_on is null
      order by s.id desc limit 1;
    select c.closed_through into through from feed_clocks c where c.company_id = company;
    if latest.date <= through then
      update settlements set reversed_on = through + 1 where company_id = company and id = latest.id;
    else
      delete from settlements where company_id = company and id = latest.id;
    end if;
  end loop;
  update invoices i set updated = greatest(i.updated, stamp),
    paid_cents = paid, credited_cents = credited, moved_cents = moved
  where i.company_id = company and i.id = invoice;
end $$;
