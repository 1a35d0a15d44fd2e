-- Uploaded files: PDFs that a company's keys send, until a record of the company takes each for its own.
--
-- The row is there before the bytes, and the job that looks after both is sent with it, so that whatever becomes of
-- the process that stores them, somebody comes back for what it left. `object_key` names the bytes that were found to
-- be a PDF, and never the place to which a caller with an address may still write: what was looked at is what is kept.
-- A file is attached once and for all; when its record takes another one it is released, and only its bytes go.
create table files (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id text collate "C" not null check (id like 'file\_%'),
  -- Whose key uploaded it.
  user_id text collate "C" not null references users (id),
  filename text not null check (filename <> ''),
  -- In bytes, and their MD5 in base64: of a direct upload as they were announced.
  size bigint not null check (size > 0),
  md5 text collate "C" not null check (md5 ~ '^[A-Za-z0-9+/]{22}==$'),
  -- Whether the caller puts the bytes at an address of their own.
  direct boolean not null,
  -- The bytes that were looked at; null before, and when they were given up.
  object_key text collate "C",
  pages integer check (pages > 0),
  is_franchise_report boolean,
  created bigint not null,
  expires_at bigint not null check (expires_at > created),
  -- The record that has it, in words of the module that attached it.
  attached_to text collate "C",
  attached_at bigint,
  released_at bigint,
  primary key (company_id, id),
  check ((pages is null) = (is_franchise_report is null)),
  check (object_key is null or pages is not null),
  check ((attached_to is null) = (attached_at is null)),
  check (released_at is null or attached_to is not null),
  check (attached_to is null or (released_at is null) = (object_key is not null)),
  check (attached_at is null or attached_at < expires_at)
);
