-- Invitations to a company's team. A pending one may be changed, sent again and revoked; accepted and revoked
-- ones stay as history. A company has at most one pending invitation of an address, in whatever case it is
-- written: the index says so in the database, so that two requests at the same moment can't make two.
--
-- `email` is the address as it was given, `email_key` the same in lower case, which is what is compared. The inviter
-- and the accepted member are referred to as members of the same company; their rows stay when they are removed.
-- Of an acceptance token only the SHA-256 is stored, because a token is random and lives no longer than `expires`.

create table invitations (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id ~ '^invite_[A-Za-z0-9]+$'),
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  email text not null,
  email_key text collate "C" not null check (email_key = lower(email_key) and email_key like '%@%'),
  permissions jsonb not null check (jsonb_typeof(permissions) = 'object'),
  invited_by text collate "C",
  created bigint not null,
  expires bigint not null,
  -- Grows with each change; what callers see is made of it.
  revision integer not null check (revision > 0),
  state text collate "C" not null check (state in ('pending', 'accepted', 'revoked')),
  accepted_at bigint,
  accepted_by text collate "C",
  token_hash bytea unique check (length(token_hash) = 32),
  primary key (company_id, id),
  foreign key (company_id, invited_by) references members (company_id, id),
  foreign key (company_id, accepted_by) references members (company_id, id),
  check ((state = 'accepted') = (accepted_at is not null)),
  check ((state = 'accepted') = (accepted_by is not null)),
  check (state = 'pending' or token_hash is null)
);
create unique index invitations_one_pending on invitations (company_id, email_key) where state = 'pending';
