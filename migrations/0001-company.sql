-- Companies and what they are entitled to. One company is one tenant: every other table of its
-- records leads its primary key with company_id, so that rows can't point into another company and
-- the schema can be distributed by company.
--
-- Ids are the public ids themselves, compared byte by byte (collate "C"). Timestamps are Unix
-- seconds, named as in the API.

-- The time of the service's clock, which a run can be told; the database's own where none was set.
create function daybook_now() returns bigint language sql stable as $$
  select coalesce(nullif(current_setting('daybook.now', true), '')::bigint, extract(epoch from clock_timestamp())::bigint)
$$;

create table companies (
  id text collate "C" primary key check (id like 'comp\_%'),
  name text not null check (name <> ''),
  legal_name text not null check (legal_name <> ''),
  entity_type text not null check (entity_type in ('c_corp', 's_corp', 'llc', 'partnership', 'sole_proprietorship', 'nonprofit')),
  federal_ein_last4 text check (federal_ein_last4 ~ '^[0-9]{4}$'),
  incorporation_date date,
  incorporation_state text check (incorporation_state ~ '^[A-Z]{2}$'),
  line_1 text,
  line_2 text,
  city text,
  state text,
  postal_code text,
  country text,
  fiscal_year_start_month smallint not null default 1 check (fiscal_year_start_month between 1 and 12),
  lifecycle text not null default 'open' check (lifecycle in ('open', 'closing', 'closed', 'deleted')),
  plan text not null default 'growth' check (plan in ('formation', 'startup', 'growth', 'enterprise')),
  subscription_status text not null default 'active' check (subscription_status in ('active', 'trialing', 'past_due', 'closed', 'none')),
  trial_ends_at bigint check (trial_ends_at is not null or subscription_status <> 'trialing'),
  created bigint not null
);

-- A row is a feature that is on for the company.
create table company_features (
  company_id text collate "C" not null references companies (id) on delete cascade,
  feature text collate "C" not null check (feature ~ '^[a-z][a-z0-9_]{0,62}$'),
  primary key (company_id, feature)
);
