-- The chart: categories (tiers 1 to 3) and departments (tiers 1 to 4). A child has its parent's
-- account type; only a department without children may be assignable. The constraint triggers repeat
-- in the database what the services check before they write.

create table categories (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id like 'cat\_%'),
  name text not null check (name <> ''),
  account_type text collate "C" not null check (account_type in
    ('asset', 'liability', 'equity', 'revenue', 'cost_of_goods_sold', 'expense', 'other_income', 'other_expense')),
  cash_flow text collate "C" check (cash_flow in ('cash', 'working_capital', 'non_cash', 'investing', 'financing')),
  tier smallint not null check (tier between 1 and 3),
  position integer not null default 0 check (position >= 0),
  parent_id text collate "C",
  created bigint not null,
  primary key (company_id, id),
  unique (company_id, id, account_type, tier),
  parent_tier smallint generated always as (case when parent_id is null then null else tier - 1 end) stored,
  foreign key (company_id, parent_id, account_type, parent_tier) references categories (company_id, id, account_type, tier),
  check ((parent_id is null) = (tier = 1)),
  check ((cash_flow is not null) = (account_type in ('asset', 'liability', 'equity'))),
  check (cash_flow <> 'cash' or account_type = 'asset')
);
create index categories_by_parent on categories (company_id, parent_id);

create table departments (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id like 'dept\_%'),
  name text not null check (name <> ''),
  tier smallint not null check (tier between 1 and 4),
  position integer not null default 0 check (position >= 0),
  parent_id text collate "C",
  assignable boolean not null default true,
  created bigint not null,
  primary key (company_id, id),
  unique (company_id, id, tier),
  parent_tier smallint generated always as (case when parent_id is null then null else tier - 1 end) stored,
  foreign key (company_id, parent_id, parent_tier) references departments (company_id, id, tier),
  check ((parent_id is null) = (tier = 1))
);
create index departments_by_parent on departments (company_id, parent_id);

create function departments_assign_leaves_only() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from departments parent
    join departments child on child.company_id = parent.company_id and child.parent_id = parent.id
    where parent.company_id = new.company_id and parent.assignable and (parent.id = new.id or child.id = new.id)
  ) then
    raise exception 'an assignable department has no children' using errcode = 'check_violation', constraint = 'departments_assign_leaves_only';
  end if;
  return null;
end $$;
create constraint trigger departments_assign_leaves_only after insert or update on departments
  deferrable initially deferred for each row execute function departments_assign_leaves_only();
