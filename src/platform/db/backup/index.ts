/** The door of backups. */
export { type Backup, writeBackup } from "./write.ts";
export { type Restored, restoreBackup } from "./restore.ts";
