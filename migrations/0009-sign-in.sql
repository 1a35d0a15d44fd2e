-- Users who sign in: passwords, the sessions of their browsers, links by which a password is set, and how often
-- somebody tried. What lets somebody in is stored as a hash only: of passwords by argon2id, which is slow on
-- purpose; of session tokens and links by SHA-256, because they are random and end soon.
--
-- A user has at most one link; a newer one takes the place of the older. Attempts are counted in windows of time, under
-- the hash of what was tried, so that no table tells which addresses were typed.

create table passwords (
  user_id text collate "C" primary key references users (id) on delete cascade,
  hash text not null check (hash like '$argon2id$%'),
  changed bigint not null
);

create table sessions (
  hash bytea primary key check (length(hash) = 32),
  user_id text collate "C" not null references users (id) on delete cascade,
  created bigint not null,
  expires bigint not null check (expires > created)
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires);

create table password_links (
  user_id text collate "C" primary key references users (id) on delete cascade,
  hash bytea not null unique check (length(hash) = 32),
  expires bigint not null
);

create table sign_in_attempts (
  name text collate "C" primary key,
  attempts integer not null check (attempts > 0),
  -- When the window of the count ends.
  ends bigint not null
);
create index sign_in_attempts_by_end on sign_in_attempts (ends);

-- The companies of one user.
create index members_by_user on members (user_id);
