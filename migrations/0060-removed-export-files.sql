-- With EXPORT_FILE_DAYS the stored file of an old export is deleted, when all links to it have expired. The
-- record stays, without the file, so `succeeded` does not mean any more that there is one.
alter table report_exports drop constraint report_exports_check5;
