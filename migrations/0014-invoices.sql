-- Invoices: what customers were billed, and what of it is paid.
--
-- An invoice is paid by the transactions that name it. `paid_cents` is their sum, which the database keeps itself
-- whoever changes a transaction: when a bank takes a line back, the invoice it paid is open again. The checks
-- say in the database what the service says before: nothing but an open invoice is paid, and none more than its total.

create table invoices (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id like 'inv\_%'),
  number text collate "C" not null check (number <> ''),
  -- Which number of the company's own series it is; null for a number of another form.
  counted bigint generated always as (case when number ~ '^INV-[0-9]{1,15}$' then substr(number, 5)::bigint end) stored,
  customer_name text collate "C" not null check (customer_name <> ''),
  customer_email text,
  -- What was decided about it. Whether it is paid follows from its payments.
  state text collate "C" not null check (state in ('draft', 'open', 'void')),
  issue_date date not null,
  due_date date not null,
  -- Where the claim is booked; its payments are booked against the same category, whatever role that has by then.
  receivable_category_id text collate "C" not null,
  total_cents bigint not null check (total_cents between 1 and 1000000000000000),
  paid_cents bigint not null default 0,
  status text collate "C" generated always as (case when state = 'open' and paid_cents = total_cents then 'paid' else state end) stored,
  created bigint not null,
  updated bigint not null,
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, receivable_category_id) references categories (company_id, id),
  check (due_date >= issue_date),
  check (paid_cents between 0 and case state when 'open' then total_cents else 0 end)
);
create index invoices_by_date on invoices (company_id, issue_date, id);
create index invoices_by_status on invoices (company_id, status, issue_date, id);
create index invoices_by_customer on invoices (company_id, customer_name, issue_date, id);
create index invoices_by_count on invoices (company_id, counted) where counted is not null;

create table invoice_lines (
  company_id text collate "C" not null,
  invoice_id text collate "C" not null,
  -- Among the lines of its invoice, from 1.
  position smallint not null check (position > 0),
  description text not null check (description <> ''),
  -- Four decimals at the most, so that an amount is an exact product that is rounded once.
  quantity_ten_thousandths bigint not null check (quantity_ten_thousandths > 0),
  unit_amount_cents bigint not null,
  amount_cents bigint not null check (amount_cents = round(quantity_ten_thousandths::numeric * unit_amount_cents / 10000)),
  category_id text collate "C" not null,
  primary key (company_id, invoice_id, position),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade,
  foreign key (company_id, category_id) references categories (company_id, id)
);

alter table transactions add foreign key (company_id, invoice_id) references invoices (company_id, id);
alter table transactions add check (invoice_id is null or amount_cents > 0);
create index transactions_by_invoice on transactions (company_id, invoice_id, date, id) where invoice_id is not null;

create function transactions_pay_invoices() returns trigger language plpgsql as $$
begin
  update invoices i set
    updated = greatest(i.updated, new.updated),
    paid_cents = (
      select coalesce(sum(t.amount_cents), 0) from transactions t
      where t.company_id = i.company_id and t.invoice_id = i.id and t.status <> 'excluded')
  where i.company_id = new.company_id and i.id in (new.invoice_id, old.invoice_id);
  return null;
end $$;
create trigger transactions_pay_invoices_inserted after insert on transactions
  for each row when (new.invoice_id is not null) execute function transactions_pay_invoices();
create trigger transactions_pay_invoices_updated after update on transactions
  for each row when ((old.invoice_id is not null or new.invoice_id is not null)
    and (old.invoice_id, old.amount_cents, old.status) is distinct from (new.invoice_id, new.amount_cents, new.status))
  execute function transactions_pay_invoices();
