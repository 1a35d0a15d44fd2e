-- What a database distributed by company needs: a directory that finds the company of a key or of a link, and a
-- function by which later migrations distribute their tables.

-- The company in which a key, or the token of an invitation's link, is to be looked up. Only this table knows
-- hashes of all companies: a distributed table can't be unique over companies. It says no more than where to look:
-- the key or the invitation itself decides. A reference table can't refer to a distributed one, so it has no
-- foreign key.
create table credentials (
  hash bytea primary key,
  company text collate "C" not null
);
insert into credentials (hash, company) select hash, company_id from api_keys;
insert into credentials (hash, company) select token_hash, company_id from invitations where token_hash is not null;

-- On one server a key is found without the directory, by this index.
create index api_keys_by_hash on api_keys (hash);
alter table api_keys add constraint api_keys_company_id_hash_key unique (company_id, hash);
alter table api_keys drop constraint api_keys_hash_key;
alter table invitations add constraint invitations_company_id_token_hash_key unique (company_id, token_hash);
alter table invitations drop constraint invitations_token_hash_key;

-- The company of these rows is compared byte by byte, as everywhere else: tables that are distributed together
-- have the company in one form.
alter table imported_vouchers alter column company_id type text collate "C";

-- In a distributed database a function of the language SQL can't give its argument to a query on tables. The rows
-- come from a subquery, because the row type of a shard is not that of the table.
create or replace function feed_digest_of(company text, out live_rows bigint, out row_sum numeric) language plpgsql stable as $$
begin
  select count(*), feed_row_sum(
    sum(substring(hash, 1, 56)::bigint), sum(substring(hash, 57, 56)::bigint),
    sum(substring(hash, 113, 56)::bigint), sum(substring(hash, 169, 56)::bigint),
    sum(substring(hash, 225, 32)::bigint))
  into live_rows, row_sum
  from (
    select feed_row_hash(t) as hash
    from (select * from transactions where company_id = company and not deleted offset 0) t offset 0
  ) as hashed;
end $$;

-- True if the tables of companies are distributed over several servers.
create function is_distributed() returns boolean language plpgsql stable as $$
begin
  if to_regclass('pg_dist_partition') is null then
    return false;
  end if;
  return exists (select from pg_dist_partition where logicalrelid = 'companies'::regclass);
end $$;

-- Distributes a table by company if the others are. A later migration calls it right after it created a table of
-- a company, before the table has foreign keys.
create function distribute_table(name text) returns void language plpgsql as $$
begin
  if is_distributed() then
    perform create_distributed_table(name::regclass, 'company_id', colocate_with => 'companies');
  end if;
end $$;

-- The coordinator of a distributed database tells the sentence of an error on another server, but not which
-- constraint it is about. So the sentences of the two that the service tells apart name it, as PostgreSQL's own do.
create or replace function companies_keep_closed_statements() returns trigger language plpgsql as $$
declare
  through date;
begin
  select closed_through into through from book_closings where company_id = new.id;
  if found then
    raise exception 'the books of % are closed, which violates constraint "companies_keep_closed_statements"', new.id
      using errcode = 'check_violation', constraint = 'companies_keep_closed_statements',
      detail = 'Key (closed_through)=(' || through || ') keeps it.';
  end if;
  return new;
end $$;

-- Where the rows are on another server, a value that is passed to it loses its collation.
create or replace function categories_keep_closed_place() returns trigger language plpgsql as $$
declare
  through date;
begin
  select closed_through into through from book_closings where company_id = new.company_id;
  if found and exists (
    with recursive below (id) as (
      select new.id collate "C"
      union
      select child.id from below join categories child
        on child.company_id = new.company_id and child.parent_id = below.id
    )
    select 1 from below join journal_entries entry
      on entry.company_id = new.company_id and entry.category_id = below.id and entry.date <= through
  ) then
    raise exception 'the category % has closed entries, which violates constraint "categories_keep_closed_place"', new.id
      using errcode = 'check_violation', constraint = 'categories_keep_closed_place',
      detail = 'Key (id, closed_through)=(' || new.id || ', ' || through || ') keeps it.';
  end if;
  return new;
end $$;
