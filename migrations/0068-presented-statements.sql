-- Who prepared a company's statements, and what these say of the assurance on them: printed and exported statements
-- have both.

alter table companies add column prepared_by text;
alter table companies add column statement_legend text collate "C" not null default 'none'
  check (statement_legend in ('none', 'draft', 'no_assurance'));
