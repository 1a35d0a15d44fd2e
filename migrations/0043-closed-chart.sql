-- A category with closed entries, its own or of a category below it, keeps its place on closed statements: its
-- parent and its place on the cash flow statement. The service refuses with a sentence before.

create function categories_keep_closed_place() returns trigger language plpgsql as $$
declare
  through date;
begin
  select closed_through into through from book_closings where company_id = new.company_id;
  if found and exists (
    with recursive below (id) as (
      select new.id
      union
      select child.id from below join categories child
        on child.company_id = new.company_id and child.parent_id = below.id
    )
    select 1 from below join journal_entries entry
      on entry.company_id = new.company_id and entry.category_id = below.id and entry.date <= through
  ) then
    raise exception 'the category % has closed entries', new.id using errcode = 'check_violation',
      constraint = 'categories_keep_closed_place',
      detail = 'Key (id, closed_through)=(' || new.id || ', ' || through || ') keeps it.';
  end if;
  return new;
end $$;
create trigger categories_keep_closed_place before update of parent_id, cash_flow on categories
  for each row when (old.parent_id is distinct from new.parent_id or old.cash_flow is distinct from new.cash_flow)
  execute function categories_keep_closed_place();
