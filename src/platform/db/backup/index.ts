/** The interface of backups for the rest of the database platform. */
export { type Backup, writeBackup } from "./write.ts";
export { restoreBackup, type Restored } from "./restore.ts";
