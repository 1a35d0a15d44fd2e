-- Each import of books, so that it can be taken back whole: with the vouchers that name it, and with the
-- categories and departments that it made, unless something else uses them by then.
create table book_imports (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'imp\_%'),
  file_name text,
  format text not null,
  added_vouchers bigint not null check (added_vouchers >= 0),
  added_entries bigint not null check (added_entries >= 0),
  known_vouchers bigint not null check (known_vouchers >= 0),
  -- Counts the imports of the company in the order in which they were carried out.
  place bigint,
  made_categories text[] collate "C" not null,
  made_departments text[] collate "C" not null,
  created bigint not null,
  undone_at bigint,
  primary key (company_id, id),
  unique (company_id, place)
);
select distribute_table('book_imports');
alter table book_imports add constraint book_imports_company_id_fkey foreign key (company_id) references companies (id) on delete cascade;

-- Null for vouchers of earlier versions, whose imports are not known.
alter table imported_vouchers add column import_id text collate "C";
create index imported_vouchers_by_import on imported_vouchers (company_id, import_id) where import_id is not null;

-- Deletes those of these categories and departments that no record names, each after those below it, and returns
-- how many. Foreign keys and triggers know what names them.
create function delete_unused_chart(company text, categories text[], departments text[]) returns bigint language plpgsql as $$
declare
  each text;
  gone bigint := 0;
begin
  foreach each in array categories loop
    begin
      delete from categories c where c.company_id = company and c.id = each;
      if found then gone := gone + 1; end if;
    exception when foreign_key_violation then
    end;
  end loop;
  foreach each in array departments loop
    begin
      delete from departments d where d.company_id = company and d.id = each;
      if found then gone := gone + 1; end if;
    exception when foreign_key_violation then
    end;
  end loop;
  return gone;
end $$;
