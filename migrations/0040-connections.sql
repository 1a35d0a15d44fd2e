-- Connections of a company to its banks and payment services, which the worker pulls from. The secret is
-- encrypted with a key that the database does not have. A pull stores its position (`cursor`) in the
-- transaction that stores its lines.

create table feed_connections (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id like 'conn\_%'),
  vendor text collate "C" not null check (vendor ~ '^[a-z][a-z0-9_]{0,62}$'),
  -- Encrypted; see src/platform/secrets.
  secret text collate "C" not null check (secret <> ''),
  status text collate "C" not null default 'connected' check (status in ('connected', 'requires_reconnect')),
  detail text,
  -- Lines of earlier days are not taken.
  since date not null,
  -- What the vendor's connector continues from; null for the beginning.
  cursor text,
  -- The lines that were pending at the last pull.
  pending jsonb not null default '[]',
  -- Pulls that failed since the last one that succeeded.
  failures integer not null default 0 check (failures >= 0),
  -- Rises with each change, so that of two pulls that ran at once only one is stored.
  revision integer not null default 0,
  created bigint not null,
  pulled_at bigint,
  next_pull_at bigint not null,
  primary key (company_id, id)
);

create table feed_connection_accounts (
  company_id text collate "C" not null,
  connection_id text collate "C" not null,
  -- The account as the vendor names it.
  id text collate "C" not null check (id <> ''),
  name text not null,
  currency text collate "C" not null,
  -- The account of the books that its lines go to; null: they are not taken.
  account_id text collate "C",
  primary key (company_id, connection_id, id),
  foreign key (company_id, connection_id) references feed_connections (company_id, id) on delete cascade,
  foreign key (company_id, account_id) references accounts (company_id, id)
);
-- Two feeds of one account would have each line twice.
create unique index feed_connection_accounts_by_account on feed_connection_accounts (company_id, account_id)
  where account_id is not null;
