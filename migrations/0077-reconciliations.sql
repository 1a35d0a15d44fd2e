-- Reconciliations that are kept: an account and a statement with its balance, the lines of the bank that are
-- on it, who finished it and when. The lines are rows of their own and no column of transactions, because that
-- a line is on a statement is no change of the feed: mirrors and the digest have nothing new.
--
-- What is on a finished statement stays as it was: the database refuses a change of what the statement says.
--
-- An upload keeps the closing balances that its file states, from which a reconciliation takes its own.

create table reconciliations (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'rcn\_%'),
  account_id text collate "C" not null,
  statement_date date not null,
  -- Money that the company owes is negative.
  statement_cents bigint not null check (statement_cents between -1000000000000000 and 1000000000000000),
  -- The balance of the statement before.
  opening_cents bigint not null check (opening_cents between -1000000000000000 and 1000000000000000),
  state text collate "C" not null default 'draft' check (state in ('draft', 'finished', 'reopened')),
  created bigint not null,
  created_by text not null check (created_by <> ''),
  finished_at bigint,
  finished_by text check (finished_by <> ''),
  primary key (company_id, id),
  unique (company_id, account_id, statement_date),
  check ((state = 'finished') = (finished_at is not null) and (finished_at is null) = (finished_by is null))
);
select distribute_table('reconciliations');
alter table reconciliations
  add foreign key (company_id, account_id) references accounts (company_id, id) on delete cascade;
create unique index reconciliations_in_progress on reconciliations (company_id, account_id)
  where state <> 'finished';

create table reconciliation_lines (
  company_id text collate "C" not null,
  reconciliation_id text collate "C" not null,
  transaction_id text collate "C" not null,
  primary key (company_id, transaction_id)
);
select distribute_table('reconciliation_lines');
alter table reconciliation_lines
  add foreign key (company_id, reconciliation_id) references reconciliations (company_id, id)
    on delete cascade;
alter table reconciliation_lines
  add foreign key (company_id, transaction_id) references transactions (company_id, id) on delete cascade;
create index reconciliation_lines_by_reconciliation
  on reconciliation_lines (company_id, reconciliation_id, transaction_id);

create function keep_reconciled() returns trigger language plpgsql as $$
begin
  if exists (select 1 from reconciliation_lines l join reconciliations r
      on r.company_id = new.company_id and r.id = l.reconciliation_id
      where l.company_id = new.company_id and l.transaction_id = new.id and r.state = 'finished') then
    raise exception 'the transaction % is on a finished reconciliation', new.id
      using errcode = 'check_violation', constraint = 'reconciliations_keep_lines';
  end if;
  return new;
end $$;
-- A line that is out of the books because an imported entry stands for it is on the statement all the same.
create trigger transactions_keep_reconciled before update on transactions for each row
  when (row(old.account_id, old.date, old.accounting_date, old.amount_cents, old.deleted,
      old.status = 'excluded' and (old.twin_voucher_id is null or old.twin_asked))
    is distinct from row(new.account_id, new.date, new.accounting_date, new.amount_cents, new.deleted,
      new.status = 'excluded' and (new.twin_voucher_id is null or new.twin_asked)))
  execute function keep_reconciled();

alter table transaction_uploads add column balances jsonb not null default '[]';
