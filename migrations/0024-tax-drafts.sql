-- A draft that was there when a return was recorded as filed elsewhere is not what was filed, and is never told as that.
--
-- What has been recorded so far keeps its word: of those records nobody wrote down which of the two their document is.

alter table tax_documents add column only_draft boolean not null default false;
