-- What the browser application needs. Its exports may have an idempotency key like those of the API, so that a
-- request that is sent again makes one file and not two. The first visit of an installation to which nobody has
-- signed in begins with a link that the start prints; there is at most one, stored as a hash like every link.

alter table report_exports
  drop constraint report_exports_check1,
  add constraint report_exports_key_of_api_check check (origin = 'browser' or idempotency_key is not null);

create table first_visits (
  only_one boolean primary key default true check (only_one),
  hash bytea not null check (length(hash) = 32),
  expires bigint not null
);
