-- Settlements: what settles an invoice besides its payments. A credit note, a write-off and a fee that was kept
-- from a payment are booked against the claim. A move takes what is paid too much of one invoice to another one
-- of the customer; it is not booked, because both stand on the same category.
--
-- An invoice may be paid or credited beyond its total: what is over is the customer's credit, and stays on the
-- invoice until it is moved. The database keeps both sums; a move never takes more than what is over, and moves
-- whose money a bank takes back are deleted, the latest first.

alter table invoices drop constraint invoices_check1;
alter table invoices drop column status;
alter table invoices
  add column credited_cents bigint not null default 0,
  add column moved_cents bigint not null default 0;
alter table invoices
  add column status text collate "C" generated always as (case
    when state = 'open' and paid_cents + credited_cents - moved_cents >= total_cents then 'paid' else state end) stored,
  add constraint invoices_settled_check check (paid_cents >= 0 and credited_cents >= 0 and moved_cents >= 0
    and (state = 'open' or paid_cents + credited_cents + moved_cents = 0)),
  add constraint invoices_moved_check check (moved_cents = 0
    or paid_cents + credited_cents - moved_cents >= total_cents);
create index invoices_by_status on invoices (company_id, status, issue_date, id);

create table settlements (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'stl\_%'),
  kind text collate "C" not null check (kind in ('credit_note', 'write_off', 'fee', 'move')),
  invoice_id text collate "C" not null,
  from_invoice_id text collate "C",
  date date not null,
  amount_cents bigint not null check (amount_cents between 1 and 1000000000000000),
  note text not null default '',
  -- Its entries are in closed books and are reversed on this day: it settles nothing any more.
  reversed_on date check (reversed_on > date),
  created bigint not null,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade,
  foreign key (company_id, from_invoice_id) references invoices (company_id, id) on delete cascade,
  check ((kind = 'move') = (from_invoice_id is not null)),
  check (invoice_id <> from_invoice_id),
  check (reversed_on is null or kind <> 'move')
);
create index settlements_by_invoice on settlements (company_id, invoice_id, id);
create index settlements_by_source on settlements (company_id, from_invoice_id, id) where from_invoice_id is not null;

create table settlement_lines (
  company_id text collate "C" not null,
  settlement_id text collate "C" not null,
  -- Among the lines of its settlement, from 1.
  position smallint not null check (position > 0),
  category_id text collate "C" not null,
  department_id text collate "C",
  amount_cents bigint not null check (amount_cents between 1 and 1000000000000000),
  description text,
  primary key (company_id, settlement_id, position),
  foreign key (company_id, settlement_id) references settlements (company_id, id) on delete cascade,
  foreign key (company_id, category_id) references categories (company_id, id),
  foreign key (company_id, department_id) references departments (company_id, id)
);

-- Sums what settles an invoice. If less is over than was moved from it, the latest moves are deleted, which
-- settles the invoices that they had gone to again.
create function settle_invoice(company text, invoice text, stamp bigint) returns void language plpgsql as $$
declare
  paid bigint;
  credited bigint;
  moved bigint;
begin
  loop
    select coalesce(sum(t.amount_cents), 0) into paid from transactions t
      where t.company_id = company and t.invoice_id = invoice and t.status <> 'excluded';
    select coalesce(sum(s.amount_cents), 0) into credited from settlements s
      where s.company_id = company and s.invoice_id = invoice and s.reversed_on is null;
    select coalesce(sum(s.amount_cents), 0) into moved from settlements s
      where s.company_id = company and s.from_invoice_id = invoice;
    exit when moved = 0 or paid + credited - moved >= (
      select i.total_cents from invoices i where i.company_id = company and i.id = invoice);
    delete from settlements where company_id = company and id = (
      select max(s.id) from settlements s where s.company_id = company and s.from_invoice_id = invoice);
  end loop;
  update invoices i set updated = greatest(i.updated, stamp),
    paid_cents = paid, credited_cents = credited, moved_cents = moved
  where i.company_id = company and i.id = invoice;
end $$;

create or replace function transactions_pay_invoices() returns trigger language plpgsql as $$
begin
  perform settle_invoice(i.company_id, i.id, new.updated) from invoices i
    where i.company_id = new.company_id and i.id in (new.invoice_id, old.invoice_id);
  return null;
end $$;

create function settlements_settle_invoices() returns trigger language plpgsql as $$
begin
  perform settle_invoice(i.company_id, i.id, (select c.stamped from feed_clocks c where c.company_id = i.company_id))
    from invoices i where i.company_id = coalesce(new.company_id, old.company_id)
      and i.id in (new.invoice_id, new.from_invoice_id, old.invoice_id, old.from_invoice_id);
  return null;
end $$;
create trigger settlements_settle_invoices after insert or update or delete on settlements
  for each row execute function settlements_settle_invoices();
