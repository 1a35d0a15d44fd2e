-- One audit trail of a company: who changed it, when, from where and by what. A database transaction that
-- changed something leaves one event, or one for each change that it describes. It takes the place of two
-- tables of the filings, whose lines move here, and lets an entry of the journal name who posted it.

create table audit_events (
  company_id text collate "C" not null references companies (id) on delete cascade,
  id uuid not null,
  at bigint not null,
  -- Orders events: microseconds of the database's clock, or one more than the last of the company.
  recorded bigint not null,
  surface text collate "C" not null check (surface in ('key', 'console', 'command', 'job')),
  -- The user's id, the operator's name on the machine or the job's queue; null where nobody wrote it down.
  actor text check (actor <> ''),
  key_id text collate "C",
  -- The operation's id, the command's name or the job's queue.
  action text collate "C" not null check (action <> ''),
  -- The part of the service that described the change; null for an event that the transaction left by itself.
  topic text collate "C",
  -- The record that the change was about, where the action names one.
  subject text,
  from_state text collate "C",
  to_state text collate "C",
  note text,
  request_id text collate "C",
  primary key (company_id, id)
);
create index audit_events_by_time on audit_events (company_id, recorded, id);
create index audit_events_by_topic on audit_events (company_id, topic, subject, recorded)
  where topic is not null;

insert into audit_events
  (company_id, id, at, recorded, surface, actor, action, topic, subject, from_state, to_state)
select company_id, gen_random_uuid(), at, at * 1000000 + number,
  case when by like 'user\_%' then 'key' else 'command' end, by, command, 'taxes', subject, from_state, to_state
from tax_audit_lines;
insert into audit_events
  (company_id, id, at, recorded, surface, actor, action, topic, subject, from_state, to_state, note)
select company_id, gen_random_uuid(), at, at * 1000000 + line, 'command', by, command, '1099s',
  form_number::text, from_status, to_status, note
from form_1099_audit;
drop table tax_audit_lines;
drop table form_1099_audit;

-- The event that posted an entry. The transaction says which it is, so that no writer of entries has to.
alter table journal_entries add column event_id uuid;
alter table journal_entries alter column event_id
  set default nullif(current_setting('daybook.event', true), '')::uuid;
