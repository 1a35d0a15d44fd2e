-- Books can be closed through a day: no statement changes an entry on or before it. Triggers keep that, so
-- that no writer of entries can forget it; the service refuses with a sentence before.
--
-- Setting or lifting the date locks the company and its feed, in this order. Every writer of entries holds one
-- of the two until it commits, so no writer commits entries under a date that it did not see.

create table book_closings (
  company_id text collate "C" primary key references companies (id) on delete cascade,
  closed_through date not null,
  closed_at bigint not null,
  -- The number of closed entries, and the sum of a hash of each, with which `verify` compares them.
  entry_count bigint not null default 0,
  digest text not null default '0'
);

create function book_closings_lock(company text) returns boolean language plpgsql as $$
begin
  perform 1 from companies where id = company for no key update;
  perform 1 from feed_clocks where company_id = company for update;
  return true;
end $$;
create function book_closings_take_turns() returns trigger language plpgsql as $$
begin
  perform book_closings_lock(case tg_op when 'DELETE' then old.company_id else new.company_id end);
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger book_closings_take_turns before insert or update or delete on book_closings
  for each row execute function book_closings_take_turns();

-- Writers of the feed lock its clock first and read the date from that row: a subquery on another table would
-- still see the date of before they waited.
alter table feed_clocks add column closed_through date;
create function book_closings_tell_writers() returns trigger language plpgsql as $$
begin
  update feed_clocks set closed_through = case tg_op when 'DELETE' then null else new.closed_through end
  where company_id = case tg_op when 'DELETE' then old.company_id else new.company_id end;
  return null;
end $$;
create trigger book_closings_tell_writers after insert or update or delete on book_closings
  for each row execute function book_closings_tell_writers();

create function ledger_keep_closed() returns trigger language plpgsql as $$
declare
  closed record;
begin
  select entry.voucher_id, entry.date, closing.closed_through into closed
  from changed entry join book_closings closing on closing.company_id = entry.company_id
  where entry.date <= closing.closed_through limit 1;
  if found then
    raise exception 'voucher % of % is closed: the books are closed through %',
      closed.voucher_id, closed.date, closed.closed_through
      using errcode = 'check_violation', constraint = 'journal_entries_keep_closed';
  end if;
  return null;
end $$;
create trigger journal_entries_keep_closed_inserted after insert on journal_entries
  referencing new table as changed for each statement execute function ledger_keep_closed();
create trigger journal_entries_keep_closed_deleted after delete on journal_entries
  referencing old table as changed for each statement execute function ledger_keep_closed();

-- Date and amount never change (0017), so the date of either row will do.
create function ledger_keep_closed_line() returns trigger language plpgsql as $$
begin
  if exists (select 1 from book_closings where company_id = new.company_id and closed_through >= new.date) then
    raise exception 'voucher % of % is closed', new.voucher_id, new.date
      using errcode = 'check_violation', constraint = 'journal_entries_keep_closed';
  end if;
  return null;
end $$;
create trigger journal_entries_keep_closed_moved after update on journal_entries
  for each row execute function ledger_keep_closed_line();

-- The fiscal year divides the earnings on closed balance sheets, and leaving out what happened without cash
-- changes closed cash flow statements.
create function companies_keep_closed_statements() returns trigger language plpgsql as $$
declare
  through date;
begin
  select closed_through into through from book_closings where company_id = new.id;
  if found then
    raise exception 'the books of % are closed', new.id using errcode = 'check_violation',
      constraint = 'companies_keep_closed_statements',
      detail = 'Key (closed_through)=(' || through || ') keeps it.';
  end if;
  return new;
end $$;
create trigger companies_keep_closed_statements
  before update of fiscal_year_start_month, excludes_non_cash on companies
  for each row when (old.fiscal_year_start_month <> new.fiscal_year_start_month
    or old.excludes_non_cash <> new.excludes_non_cash)
  execute function companies_keep_closed_statements();

-- The day on which the entries of a void invoice are reversed. Null where they were deleted.
alter table invoices add column voided_on date;
alter table invoices add constraint invoices_voided_on_check
  check (voided_on is null or (state = 'void' and voided_on > issue_date));
