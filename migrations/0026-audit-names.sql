-- Lines of audit say who recorded something: what the machine calls the operator who ran the command, or the user whose key uploaded. Of
-- lines that are older than this nobody wrote it down.

alter table tax_audit_lines add column by text check (by <> '');
alter table form_1099_audit add column by text check (by <> '');
