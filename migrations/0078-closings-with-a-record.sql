-- Each time that a company's books were closed or opened again: through which day, who did it and when, why,
-- and the checklist of the month as it was then. The record is only added to. Its row of the present closing
-- date stays in `book_closings`; what was closed before has a first record without who and why, which the
-- audit trail has.

create table closing_history (
  company_id text collate "C" not null,
  number integer not null check (number >= 1),
  action text collate "C" not null check (action in ('closed', 'opened')),
  -- The last closed day: the new one, or the one that was lifted.
  through date not null,
  at bigint not null,
  -- Null where nobody wrote it down.
  actor text check (actor <> ''),
  reason text check (reason <> ''),
  -- Null for a closing date that came in with a bundle, and for opening.
  checklist jsonb,
  primary key (company_id, number)
);
select distribute_table('closing_history');
alter table closing_history add constraint closing_history_company_id_fkey
  foreign key (company_id) references companies (id) on delete cascade;

insert into closing_history (company_id, number, action, through, at)
select company_id, 1, 'closed', closed_through, closed_at from book_closings;

create function keep_closing_history() returns trigger language plpgsql as $$
begin
  -- With a company that is deleted as a whole goes its record.
  if tg_op = 'DELETE' and not exists (select 1 from companies c where c.id = old.company_id) then
    return old;
  end if;
  raise exception 'the record of closings is only added to'
    using errcode = 'check_violation', constraint = 'closing_history_is_kept';
end $$;
create trigger closing_history_kept before update or delete on closing_history
  for each row execute function keep_closing_history();
