-- Who may come in: users, their membership of companies with a level in each of the fourteen areas,
-- and API keys. A key is stored as the SHA-256 of its text only: keys are 256 random bits, so a slow
-- hash would add nothing, and the lookup by hash takes as long for a wrong key as for a right one.

create table users (
  id text collate "C" primary key check (id like 'user\_%'),
  email text collate "C" not null unique check (email = lower(email)),
  first_name text,
  last_name text,
  active boolean not null default true,
  created bigint not null
);

create table members (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id like 'mbr\_%'),
  user_id text collate "C" not null references users (id),
  permissions jsonb not null,
  created bigint not null,
  removed_at bigint,
  primary key (company_id, id),
  unique (company_id, user_id)
);

create table api_keys (
  company_id text collate "C" not null,
  id text collate "C" not null check (id like 'key\_%'),
  user_id text collate "C" not null,
  name text not null default '',
  hash bytea not null unique check (length(hash) = 32),
  created bigint not null,
  revoked_at bigint,
  revoked_because text check (revoked_because in ('by_request', 'api_access_removed', 'member_removed')),
  primary key (company_id, id),
  foreign key (company_id, user_id) references members (company_id, user_id) on delete cascade,
  check ((revoked_at is null) = (revoked_because is null))
);
create index api_keys_by_user on api_keys (company_id, user_id);
