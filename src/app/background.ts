/**
 * What the worker of a process does. Beside the jobs of the modules, it deletes daily what the operator wants
 * kept for a number of days only: events of audit trails and files of report exports. Each run first asks for
 * the next one, so the days go on however a run ends.
 */
import Type from "typebox";
import type { Config } from "../config/config.ts";
import { DAY_S, type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { exportsJobs } from "../modules/books/exports/index.ts";
import { ledgerJobs } from "../modules/books/ledger/index.ts";
import { connectionsJobs } from "../modules/feed/connections/index.ts";
import { transactionsJobs } from "../modules/feed/transactions/index.ts";
import { filesJobs } from "../modules/filings/files/index.ts";
import { formsJobs } from "../modules/filings/forms-1099/index.ts";
import { intakeJobs } from "../modules/intake/index.ts";
import { companyStore } from "../modules/tenants/company/index.ts";
import { signInJobs } from "../modules/tenants/sign-in/index.ts";
import { type TeamService, teamJobs } from "../modules/tenants/team/index.ts";
import { isSealed } from "../platform/db/unavailable.ts";
import { updateActor } from "../platform/log/actor.ts";
import { bindJob, FILE_CLEANUP, type JobHandler, type JobKind } from "../platform/jobs/index.ts";
import type { App } from "./app.ts";

const payload = Type.Object({}, { additionalProperties: false });
const DELETE_OLD: JobKind<typeof payload> = {
  queue: "retention.delete_old",
  payload,
  limits: { concurrency: 1, timeoutMs: 3_600_000 },
  retry: FILE_CLEANUP.retry,
};

type Needs = Pick<
  App,
  | "db"
  | "log"
  | "jobs"
  | "clock"
  | "ledger"
  | "signIn"
  | "transactions"
  | "connections"
  | "exports"
  | "files"
  | "forms"
  | "audit"
  | "intake"
> & { readonly team: Pick<TeamService, "mailInvitation"> };

export interface Background {
  readonly handlers: readonly JobHandler[];
  /**
   * Asks for a run of the retention if anything is kept for a number of days only. A database that takes no
   * changes, as with a full disk, keeps no service from its start.
   */
  readonly begin: () => Promise<void>;
}

/** Makes the jobs of a worker. The retention follows the settings `EVENT_DAYS` and `EXPORT_FILE_DAYS`. */
export function backgroundOf({ eventDays, exportFileDays }: Config, needs: Needs): Background {
  const { db, log, jobs, clock, exports, audit } = needs;
  const ago = (days: number): UnixSeconds => unixSeconds(clock.now() - days * DAY_S);
  const ask = (runAt: UnixSeconds): Promise<void> =>
    db.transaction((tx) => jobs.send(tx, DELETE_OLD, {}, { subject: DELETE_OLD.queue, runAt }), {
      leavesNoEvent: true,
    });
  const parts: ((id: PublicId<"company">) => Promise<boolean>)[] = [];
  if (exportFileDays !== null) parts.push((id) => exports.removeOldFiles(id, ago(exportFileDays)));
  if (eventDays !== null) parts.push((id) => audit.deleteOld(id, ago(eventDays)));
  const deleteOld = bindJob(DELETE_OLD, async (_payload, { signal }) => {
    if (parts.length === 0) return;
    await ask(unixSeconds(clock.now() + DAY_S));
    const failures: unknown[] = [];
    for (const { id } of await companyStore.list(db)) {
      // So that the database refuses to change a company that moves to another installation.
      updateActor({ company_id: id });
      for (const deleteTheirs of parts)
        try {
          while (await deleteTheirs(id)) signal.throwIfAborted();
        } catch (error) {
          signal.throwIfAborted();
          if (!isSealed(error)) failures.push(error);
        }
    }
    // No company keeps the others from their turn.
    if (failures.length > 0) throw failures[0];
  });
  return {
    handlers: [
      ...ledgerJobs(needs.ledger),
      ...signInJobs(needs.signIn),
      ...teamJobs(needs.team),
      ...transactionsJobs(needs.transactions),
      ...connectionsJobs(needs.connections),
      ...exportsJobs(exports),
      ...filesJobs(needs.files),
      ...formsJobs(needs.forms),
      ...intakeJobs(needs.intake),
      deleteOld,
    ],
    async begin() {
      if (parts.length === 0) return;
      await ask(clock.now()).catch((error: unknown) =>
        log.warn({ error: String(error) }, "what is old can't be looked for; the next start tries again"),
      );
    },
  };
}
