-- Documents that operators give are files as any other: looked at, stored under a row, and deleted when their record has another one.
-- No key uploaded those.

alter table files alter column user_id drop not null;
