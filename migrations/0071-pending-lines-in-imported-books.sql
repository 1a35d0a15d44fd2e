-- A line that waits, because imported books may have it, is excluded. Whether it is pending at the bank is kept
-- beside that, so that a line which is another one is on hold until the bank has booked it.

alter table transactions add column twin_pending boolean not null default false;
