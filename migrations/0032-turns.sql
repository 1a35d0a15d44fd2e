-- Writers of a company take their turns by one kind of lock (src/platform/db/turns.ts), so the table whose
-- rows were locked for exports has no use any more.
drop table report_export_turns;
