-- The feed: bank and card accounts, cards, transactions and their splits, and the order in which they change.
--
-- Every writer of a company's feed holds the company's row in feed_clocks until it commits, and stamps what it
-- writes with the time that it puts there. So the order of `updated` is the order of the commits: whoever reads
-- up to a time that no writer holds has missed nothing. `issued` is the latest time that a reader was given as
-- its watermark; no later writer stamps anything with an earlier one, whatever its host's clock says.
--
-- A transaction that was removed stays as a tombstone. Its date, account and source never change. What it
-- means in the books stands in the journal, in a voucher of its own that is replaced whenever the transaction changes.

-- What a category is for in postings that nobody chose a category for.
alter table categories add column role text collate "C" check (role in
  ('uncategorized_income', 'uncategorized_expenses', 'cash', 'credit_cards', 'accounts_receivable', 'sales',
   'prepaid_expenses', 'deferred_revenue', 'accumulated_depreciation'));
create unique index categories_by_role on categories (company_id, role) where role is not null;

create table feed_clocks (
  company_id text collate "C" primary key references companies (id) on delete cascade,
  stamped bigint not null default 0,
  issued bigint not null default 0
);

insert into feed_clocks (company_id) select id from companies;
create function companies_start_feed_clock() returns trigger language plpgsql as $$
begin
  insert into feed_clocks (company_id) select id from made;
  return null;
end $$;
create trigger companies_start_feed_clock after insert on companies
  referencing new table as made for each statement execute function companies_start_feed_clock();

create table accounts (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id like 'acct\_%'),
  name text not null check (name <> ''),
  institution_name text,
  type text collate "C" not null check (type in ('checking', 'savings', 'credit', 'other')),
  last4 text collate "C" check (last4 ~ '^[0-9]{4}$'),
  -- The category of the balance sheet that its money is booked on.
  category_id text collate "C" not null,
  -- The sum of its transactions that count.
  balance_cents bigint not null default 0 check (balance_cents between -9007199254740991 and 9007199254740991),
  active boolean not null default true,
  created bigint not null,
  primary key (company_id, id),
  foreign key (company_id, category_id) references categories (company_id, id)
);

create table cards (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'card\_%'),
  account_id text collate "C" not null,
  name text not null check (name <> ''),
  last4 text collate "C" check (last4 ~ '^[0-9]{4}$'),
  brand text,
  cardholder_name text,
  status text collate "C" not null default 'active' check (status in ('active', 'frozen', 'closed')),
  created bigint not null,
  primary key (company_id, id),
  foreign key (company_id, account_id) references accounts (company_id, id)
);

create table transactions (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'txn\_%'),
  account_id text collate "C" not null,
  card_id text collate "C",
  -- The bank's own id, or a fingerprint where it has none: one account has it once.
  external_id text collate "C",
  date date not null,
  accounting_date date not null,
  -- Money in is positive.
  amount_cents bigint not null check (amount_cents between -1000000000000000 and 1000000000000000),
  description text not null default '',
  merchant_name text collate "C",
  memo text,
  -- Null where the lines of a split, or the other side of a transfer, stand in its place.
  category_id text collate "C",
  department_id text collate "C",
  transaction_type text collate "C" not null default 'standard' check (transaction_type in
    ('standard', 'category_split', 'department_split', 'payroll_split', 'transfer')),
  status text collate "C" not null default 'approved' check (status in ('pending', 'approved', 'needs_review', 'excluded')),
  source_vendor text collate "C" not null check (source_vendor <> ''),
  source_type text collate "C" not null check (source_type <> ''),
  transfer_id text collate "C",
  spread_id text collate "C",
  invoice_id text collate "C",
  deleted boolean not null default false,
  created bigint not null,
  updated bigint not null,
  primary key (company_id, id),
  foreign key (company_id, account_id) references accounts (company_id, id),
  foreign key (company_id, card_id) references cards (company_id, id),
  foreign key (company_id, category_id) references categories (company_id, id),
  foreign key (company_id, department_id) references departments (company_id, id),
  check ((transaction_type = 'standard') = (category_id is not null)),
  check ((transaction_type = 'transfer') = (transfer_id is not null)),
  check (invoice_id is null or transaction_type = 'standard'),
  check (not deleted or (transfer_id is null and invoice_id is null and spread_id is null))
);
create index transactions_by_date on transactions (company_id, date, id) where not deleted;
create index transactions_by_change on transactions (company_id, updated, id);
create index transactions_by_category on transactions (company_id, category_id, date, id) where not deleted and category_id is not null;
create index transactions_by_account on transactions (company_id, account_id, date, id) where not deleted;
create index transactions_open on transactions (company_id, status, date, id) where not deleted and status <> 'approved';
create unique index transactions_by_external_id on transactions (company_id, account_id, external_id) where external_id is not null;

create table transaction_splits (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'split\_%'),
  transaction_id text collate "C" not null,
  position smallint not null check (position > 0),
  category_id text collate "C" not null,
  department_id text collate "C",
  amount_cents bigint not null check (amount_cents between -1000000000000000 and 1000000000000000),
  memo text,
  spread_id text collate "C",
  primary key (company_id, id),
  unique (company_id, transaction_id, position),
  foreign key (company_id, transaction_id) references transactions (company_id, id) on delete cascade,
  foreign key (company_id, category_id) references categories (company_id, id),
  foreign key (company_id, department_id) references departments (company_id, id)
);

-- Own money that went from one account to another: two transactions that are posted as one voucher.
create table transfers (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'trf\_%'),
  from_transaction_id text collate "C" not null,
  to_transaction_id text collate "C" not null,
  amount_cents bigint not null check (amount_cents > 0),
  date date not null,
  created bigint not null,
  primary key (company_id, id),
  unique (company_id, from_transaction_id),
  unique (company_id, to_transaction_id),
  foreign key (company_id, from_transaction_id) references transactions (company_id, id),
  foreign key (company_id, to_transaction_id) references transactions (company_id, id),
  check (from_transaction_id <> to_transaction_id)
);

-- Amounts that count over several months: a spread moves its share of each month from where it is held to its category;
-- a capitalization writes off an asset against accumulated depreciation.
create table spreads (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'spread\_%'),
  kind text collate "C" not null check (kind in ('spread', 'capitalization')),
  transaction_id text collate "C" not null,
  category_id text collate "C" not null,
  department_id text collate "C",
  -- What the transaction, or the line of its split, is booked on in place of the category.
  holding_category_id text collate "C" not null,
  -- What each month is taken from: the holding category of a spread, accumulated depreciation for a capitalization.
  contra_category_id text collate "C" not null,
  -- Of the transaction or line: money in is positive.
  amount_cents bigint not null check (amount_cents <> 0),
  start_date date not null,
  end_date date not null,
  description text not null default '',
  merchant text collate "C",
  created bigint not null,
  primary key (company_id, id),
  foreign key (company_id, transaction_id) references transactions (company_id, id),
  foreign key (company_id, category_id) references categories (company_id, id),
  foreign key (company_id, holding_category_id) references categories (company_id, id),
  foreign key (company_id, contra_category_id) references categories (company_id, id),
  foreign key (company_id, department_id) references departments (company_id, id),
  check (end_date >= start_date)
);
create index spreads_by_transaction on spreads (company_id, transaction_id);

-- What refers to each other is there when a database transaction ends.
alter table transactions
  add constraint transactions_transfer foreign key (company_id, transfer_id) references transfers (company_id, id) deferrable initially deferred,
  add constraint transactions_spread foreign key (company_id, spread_id) references spreads (company_id, id) deferrable initially deferred;
alter table transaction_splits
  add constraint transaction_splits_spread foreign key (company_id, spread_id) references spreads (company_id, id) deferrable initially deferred;

-- The debits of a company, so that a single posting need not add them all up to know that every sum stays exact.
create table ledger_debits (
  company_id text collate "C" primary key,
  cents numeric(30) not null
);
insert into ledger_debits (company_id, cents)
  select company_id, sum(net_debit_cents) from journal_entries where net_debit_cents > 0 group by company_id;

create function ledger_count_debits() returns trigger language plpgsql as $$
declare
  direction constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into ledger_debits as kept (company_id, cents)
  select company_id, direction * sum(net_debit_cents) from changed where net_debit_cents > 0 group by company_id order by company_id
  on conflict (company_id) do update set cents = kept.cents + excluded.cents;
  return null;
end $$;
create trigger journal_entries_debits_inserted after insert on journal_entries
  referencing new table as changed for each statement execute function ledger_count_debits();
create trigger journal_entries_debits_deleted after delete on journal_entries
  referencing old table as changed for each statement execute function ledger_count_debits();

-- A transaction as it is read has the names of its account, category and department, and whether its category is one for
-- what nobody gave one. Where these change, so has the transaction, for whoever keeps a copy of it.
create function transactions_read_otherwise() returns trigger language plpgsql as $$
declare
  at bigint;
begin
  update feed_clocks set stamped = greatest(daybook_now(), stamped, issued) where company_id = new.company_id returning stamped into at;
  case tg_table_name
    when 'accounts' then update transactions set updated = at where company_id = new.company_id and account_id = new.id and not deleted;
    when 'categories' then update transactions set updated = at where company_id = new.company_id and category_id = new.id and not deleted;
    when 'departments' then update transactions set updated = at where company_id = new.company_id and department_id = new.id and not deleted;
  end case;
  return null;
end $$;
create trigger accounts_read_otherwise after update of name on accounts
  for each row when (old.name <> new.name) execute function transactions_read_otherwise();
create trigger departments_read_otherwise after update of name on departments
  for each row when (old.name <> new.name) execute function transactions_read_otherwise();
create trigger categories_read_otherwise after update of name, role on categories
  for each row when (old.name <> new.name or coalesce(old.role like 'uncategorized\_%', false) <> coalesce(new.role like 'uncategorized\_%', false))
  execute function transactions_read_otherwise();
