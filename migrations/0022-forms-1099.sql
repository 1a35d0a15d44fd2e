-- Vendor 1099 filings: a report for each year, its records, their documents, and how each came to be where it is.
--
-- What came in from elsewhere may be incomplete: a report without a year that there can be, a record without a public id
-- or in a stage that nobody knows. It is kept as it came, and says by `sound` that it can't be told: the report is not
-- ready until it is put right. How many records of a report are in which stage is kept beside it by triggers on each
-- statement, so that the summary of a year is exact at any size and costs the reading of one row.

create table form_1099_reports (
  company_id text collate "C" not null references companies (id) on delete cascade,
  -- The importer's own name of it; a report may have this and no year yet.
  id text collate "C" not null check (id <> ''),
  year integer,
  created bigint not null,
  review_required integer not null default 0 check (review_required >= 0),
  pending integer not null default 0 check (pending >= 0),
  filed integer not null default 0 check (filed >= 0),
  not_required integer not null default 0 check (not_required >= 0),
  -- Records that are not sound, which are in none of the other counts.
  unsound integer not null default 0 check (unsound >= 0),
  primary key (company_id, id)
);
create unique index form_1099_reports_by_year on form_1099_reports (company_id, year) where year between 1000 and 9999;

create table forms_1099 (
  company_id text collate "C" not null,
  -- The order in which records of a company were made.
  number bigint not null check (number > 0),
  report_id text collate "C" not null,
  -- That of its report, which a trigger sees to, so that pages are read in their order from one index.
  year integer,
  id text collate "C" check (id like 'f1099\_%'),
  vendor_name text not null,
  -- The name as it is compared: without letter case and surrounding blanks.
  vendor_key text collate "C" not null,
  filing_status text collate "C" not null,
  filed_at bigint,
  filed_elsewhere boolean not null,
  sound boolean not null generated always as (
    id is not null
    and filing_status in ('review_required', 'w9_required', 'w9_requested', 'ready_to_file', 'filing', 'filed', 'not_required')
    and (not filed_elsewhere or filing_status = 'filed')
    and (filed_at is null or (filing_status = 'filed' and not filed_elsewhere))
  ) stored,
  created bigint not null,
  updated bigint not null,
  primary key (company_id, number),
  foreign key (company_id, report_id) references form_1099_reports (company_id, id)
);
create unique index forms_1099_by_id on forms_1099 (company_id, id) where id is not null;
create index forms_1099_by_year on forms_1099 (company_id, year, number);
create index forms_1099_by_stage on forms_1099 (company_id, filing_status, year, number);
-- A name may be longer than a row of an index.
create index forms_1099_by_vendor on forms_1099 (company_id, md5(vendor_key), year, number);
create index forms_1099_filed_elsewhere on forms_1099 (company_id, year, number) where filed_elsewhere;
create index forms_1099_unsound on forms_1099 (company_id, report_id, number) where not sound;

create function forms_1099_take_year() returns trigger language plpgsql as $$
begin
  select year into new.year from form_1099_reports where company_id = new.company_id and id = new.report_id;
  return new;
end $$;
create trigger forms_1099_year_taken before insert or update of report_id, year on forms_1099
  for each row execute function forms_1099_take_year();

create function form_1099_reports_give_year() returns trigger language plpgsql as $$
begin
  update forms_1099 set year = new.year where company_id = new.company_id and report_id = new.id;
  return null;
end $$;
create trigger form_1099_reports_year_given after update of year on form_1099_reports
  for each row when (old.year is distinct from new.year) execute function form_1099_reports_give_year();

-- Adds the records that a statement made, or takes those away that it unmade, from the counts of their reports.
create function forms_1099_count() returns trigger language plpgsql as $$
begin
  with delta as (
    select company_id, report_id, case when tg_op = 'DELETE' then -1 else 1 end as by, sound, filing_status from made
  ), counted as (
    select company_id, report_id,
      sum(by) filter (where sound and filing_status = 'review_required') as review_required,
      sum(by) filter (where sound and filing_status in ('w9_required', 'w9_requested', 'ready_to_file', 'filing')) as pending,
      sum(by) filter (where sound and filing_status = 'filed') as filed,
      sum(by) filter (where sound and filing_status = 'not_required') as not_required,
      sum(by) filter (where not sound) as unsound
    from delta group by company_id, report_id
  )
  update form_1099_reports r set
    review_required = r.review_required + coalesce(c.review_required, 0),
    pending = r.pending + coalesce(c.pending, 0),
    filed = r.filed + coalesce(c.filed, 0),
    not_required = r.not_required + coalesce(c.not_required, 0),
    unsound = r.unsound + coalesce(c.unsound, 0)
  from counted c where r.company_id = c.company_id and r.id = c.report_id;
  return null;
end $$;
create trigger forms_1099_inserted after insert on forms_1099
  referencing new table as made for each statement execute function forms_1099_count();
create trigger forms_1099_deleted after delete on forms_1099
  referencing old table as made for each statement execute function forms_1099_count();

-- The same for records that a statement changed, each taken away as it was and added as it is.
create function forms_1099_recount() returns trigger language plpgsql as $$
begin
  with delta as (
    select company_id, report_id, -1 as by, sound, filing_status from former
    union all
    select company_id, report_id, 1, sound, filing_status from made
  ), counted as (
    select company_id, report_id,
      coalesce(sum(by) filter (where sound and filing_status = 'review_required'), 0) as review_required,
      coalesce(sum(by) filter (where sound and filing_status in ('w9_required', 'w9_requested', 'ready_to_file', 'filing')), 0) as pending,
      coalesce(sum(by) filter (where sound and filing_status = 'filed'), 0) as filed,
      coalesce(sum(by) filter (where sound and filing_status = 'not_required'), 0) as not_required,
      coalesce(sum(by) filter (where not sound), 0) as unsound
    from delta group by company_id, report_id
  )
  update form_1099_reports r set
    review_required = r.review_required + c.review_required,
    pending = r.pending + c.pending,
    filed = r.filed + c.filed,
    not_required = r.not_required + c.not_required,
    unsound = r.unsound + c.unsound
  from counted c where r.company_id = c.company_id and r.id = c.report_id
    and (c.review_required, c.pending, c.filed, c.not_required, c.unsound) <> (0, 0, 0, 0, 0);
  return null;
end $$;
create trigger forms_1099_updated after update on forms_1099
  referencing old table as former new table as made for each statement execute function forms_1099_recount();

-- A document's row is there before its file is stored and until that is deleted, so that no stored file is ever without one.
create table form_1099_documents (
  company_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^doc_[0-9a-f]{1,63}$'),
  form_number bigint not null,
  state text collate "C" not null check (state in ('storing', 'attached', 'dropped')),
  type text collate "C" not null check (type in ('w9', 'form_1099')),
  filename text not null check (filename <> ''),
  content_type text collate "C",
  size bigint not null check (size >= 0),
  -- When what is not attached may be deleted: a file that is being stored has had the time for it, a link to one that was dropped has ended.
  swept_from bigint,
  created bigint not null,
  primary key (company_id, id),
  foreign key (company_id, form_number) references forms_1099 (company_id, number),
  check ((state = 'attached') = (swept_from is null))
);
create index form_1099_documents_by_form on form_1099_documents (company_id, form_number, created, id) where state = 'attached';
create index form_1099_documents_left on form_1099_documents (company_id, swept_from) where swept_from is not null;

-- Which command took a record from which stage to which; one that left the stage as it was stands here too.
create table form_1099_audit (
  company_id text collate "C" not null,
  form_number bigint not null,
  -- Among the lines of its record, from 1.
  line integer not null check (line > 0),
  at bigint not null,
  command text collate "C" not null check (command <> ''),
  -- Null for the command that made the record.
  from_status text collate "C",
  to_status text collate "C" not null,
  note text,
  primary key (company_id, form_number, line),
  foreign key (company_id, form_number) references forms_1099 (company_id, number)
);
