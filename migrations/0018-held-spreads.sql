-- The months of a spread are held while their transaction is pending, as its own entries are: what the bank has not settled names no
-- merchant yet. Entries may be held in place (0017), so those that were posted before follow here.

alter table spreads add column held boolean not null default false;

update spreads s set held = true from transactions t where t.company_id = s.company_id and t.id = s.transaction_id and t.status = 'pending';
update journal_entries e set held = true from spreads s
  where s.held and e.company_id = s.company_id and e.transaction_id = s.transaction_id and e.source in ('spread', 'capitalization') and not e.held;
