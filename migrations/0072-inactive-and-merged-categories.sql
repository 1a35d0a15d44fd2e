-- A category can be inactive: nothing new is put on it, and what has it keeps it. Categories that were merged into
-- another are gone; the other one keeps their ids and paths, by which formulas and later imports of the books that
-- they came from find it.

alter table categories add column active boolean not null default true;
alter table categories add column merged jsonb not null default '[]' check (jsonb_typeof(merged) = 'array');
