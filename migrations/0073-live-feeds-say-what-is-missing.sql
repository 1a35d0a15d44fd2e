-- A line of a vendor that can't be read is listed and read again once a day for some time, and stops no
-- connection. An integration keeps when data last came in, so that one which has been without for long says so.
-- A booked line that its bank does not name is compared with the lines that were pending, which are few.

alter table feed_connections add column skipped jsonb not null default '[]';
alter table feed_connections add column again_cursor text collate "C";
alter table feed_connections add column again_at bigint;
alter table feed_connections add column again_began bigint;
alter table feed_connections add constraint feed_connections_again_check
  check ((again_at is null) = (again_cursor is null));
alter table company_integrations add column succeeded_at bigint;
create index transactions_pending on transactions (company_id, account_id, date)
  where status = 'pending' or twin_pending;
