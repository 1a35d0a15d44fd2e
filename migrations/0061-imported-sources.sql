-- What a later export of the same books needs to be compared with: the format from which a voucher came, so
-- that vouchers which such a file no longer has can be told, and a hash of its texts, so that edited memos can
-- be. Both are null for vouchers of earlier versions, which are of any source and whose texts are not compared.
alter table imported_vouchers add column source text collate "C";
alter table imported_vouchers add column texts bytea;
