-- Companies that move to another installation. Nobody can change a sealed company: the statement that leaves
-- an event in the audit trail at the end of each transaction locks the company's row and refuses a sealed one.
-- Whoever seals the company takes the row's strongest lock, and so waits for the transactions that are about to
-- commit; all others see the seal.
alter table companies add column sealed boolean not null default false;

create function refuse_sealed(company text) returns boolean language plpgsql stable as $$
begin
  raise exception 'the company % moves, or has moved, to another installation, so a change violates constraint "companies_sealed"', company
    using errcode = 'check_violation', constraint = 'companies_sealed';
end $$;

-- A row is a sealed company. Each installation keeps its own; no archive has them.
create table company_moves (
  company_id text collate "C" primary key,
  -- `leaving`: its archive is or will be written. `moved`: it lives elsewhere. `arriving`: it came from elsewhere, and
  -- is not opened yet.
  state text collate "C" not null check (state in ('leaving', 'moved', 'arriving')),
  -- The lifecycle that it has at its new home.
  lifecycle text collate "C" not null check (lifecycle in ('open', 'closing', 'closed', 'deleted')),
  -- What opens it at its new home; known here until then only to where it leaves.
  code text collate "C" check (state <> 'arriving' or code is null),
  -- The SHA-256 of the code, in hexadecimal digits; null for a copy of a company that did not leave.
  code_hash text collate "C" check (length(code_hash) = 64),
  -- The digest of its archive; null before the archive is written.
  digest text collate "C" check (length(digest) = 64),
  place text,
  -- Its background jobs, which wait until the company is opened.
  jobs jsonb not null default '[]' check (jsonb_typeof(jobs) = 'array'),
  check ((state = 'arriving') = (code is null)),
  check (state = 'leaving' or digest is not null)
);
select distribute_table('company_moves');
alter table company_moves add constraint company_moves_company_id_fkey foreign key (company_id) references companies (id) on delete cascade;
