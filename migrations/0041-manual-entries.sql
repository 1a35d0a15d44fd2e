-- Journal entries that a person posts: who posted and reviewed a voucher, its memo, and which voucher it
-- reverses. The lines are entries of the journal as any others, with the source `adjustment`.

create table manual_entries (
  company_id text collate "C" not null references companies (id) on delete cascade,
  voucher_id text collate "C" not null,
  memo text not null check (memo <> ''),
  -- The poster's own name of the entry, by which one that is sent again is recognised.
  reference text collate "C" check (reference <> ''),
  posted_by text not null check (posted_by <> ''),
  -- The voucher whose opposite this one is. A voucher is reversed once.
  reverses text collate "C" check (reverses <> voucher_id),
  reviewed_by text check (reviewed_by <> ''),
  reviewed_at bigint,
  created bigint not null,
  primary key (company_id, voucher_id),
  constraint manual_entries_review_check check ((reviewed_by is null) = (reviewed_at is null))
);
create unique index manual_entries_by_reference on manual_entries (company_id, reference)
  where reference is not null;
create unique index manual_entries_by_reversed on manual_entries (company_id, reverses)
  where reverses is not null;
create index manual_entries_by_time on manual_entries (company_id, created, voucher_id);
