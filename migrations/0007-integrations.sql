-- What a company has connected, and how that is going. What can be connected at all is a list in the code; a row is
-- there once something was reported of it or its availability was set, so a company without rows has every
-- integration of the list, none of them connected.

create table company_integrations (
  company_id text collate "C" not null references companies (id) on delete cascade,
  key text collate "C" not null check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  available boolean not null default true,
  status text not null default 'not_connected' check (status in ('connected', 'not_connected', 'requires_reconnect', 'pending')),
  detail text,
  reported_at bigint,
  primary key (company_id, key)
);
