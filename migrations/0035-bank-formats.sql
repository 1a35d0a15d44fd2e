-- Bank files of four more formats: BAI2, CAMT (052 and 053), MT940 and QIF.

alter table transaction_uploads drop constraint transaction_uploads_format_check;
alter table transaction_uploads add constraint transaction_uploads_format_check
  check (format in ('bai2', 'camt', 'csv', 'mt940', 'ofx', 'qfx', 'qif', 'json'));
