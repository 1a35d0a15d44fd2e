/** The interface of the database platform for modules and `app.ts`. */
export {
  type AuditEvent,
  type Change,
  deleteOldEvents,
  describeChange,
  type EventFilter,
  hasAuditEvent,
  listAuditActors,
  listAuditEvents,
} from "./audit-trail.ts";
export { type Backup, restoreBackup, type Restored, writeBackup } from "./backup/index.ts";
export { copyRow } from "./copy.ts";
export {
  MoveProblem,
  type ReceivedCompany,
  type WholeCompany,
  wholeCompany,
  type WrittenArchive,
} from "./company/index.ts";
export { type Db, type Queryable, type ReplicaState, type TransactionOptions, type Tx } from "./db.ts";
export { refusedKey, sqlState } from "./error-fields.ts";
export { DiskFull } from "./disk.ts";
export {
  distribute,
  type Distribution,
  DistributionProblem,
  isDistributed,
  readDistribution,
} from "./distribution.ts";
export { isTemplateReady, openEmbedded, prepareTemplate } from "./embedded.ts";
export { pingProblem, poolFigures, replicaFigures } from "./figures.ts";
export { batched, type Batching, combinedLookup } from "./gather.ts";
export { placeOf } from "./hosts.ts";
export { inspectDatabase, type Inspection } from "./inspect.ts";
export { analyzeNewTables, readUpkeep, type Upkeep } from "./statistics.ts";
export { type Holder, readHolder } from "./lock.ts";
export { isMigrated, migrate, MigrationMismatch, MigrationsPending, UpgradeFailed } from "./migrate.ts";
export { type PageText, pager, type QueryOf, startByDate } from "./pager.ts";
export { transactionOrPreview } from "./preview.ts";
export { positionOf, readAt } from "./reading-position.ts";
export { findSampleTemplate, forgetSampleDay, readSampleDay, saveSampleTemplate } from "./sample-template.ts";
export { describeSchema } from "./schema.ts";
export { openServer } from "./server.ts";
export { containing, countingOnly, type Parameter, statement, statementFamily } from "./statement.ts";
export { fileRows, type FileRows } from "./stored-files.ts";
export { noteTurn, takeTurn } from "./turns.ts";
export {
  columnsOf,
  jsonObjectOf,
  makeCopy,
  makeInsert,
  makeInsertAll,
  makeUpdate,
  makeUpdateAll,
  makeUpsert,
  makeUpsertAll,
} from "./table.ts";
