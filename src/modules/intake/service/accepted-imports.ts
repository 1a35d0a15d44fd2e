/**
 * Imports of books that the console asks for: their plan, its acceptance, and the job that carries them out.
 * Invariants: nothing is stored before a plan is accepted; what is imported is what the plan showed, or
 * nothing; the files of an import are deleted with its end.
 */
import { DAY_S, type UnixSeconds } from "@daybook/words/civil-date";
import { refuse, Refusal } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { updateActor } from "../../../platform/log/actor.ts";
import type { Ids } from "../../../platform/random/random.ts";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import type { Workbooks } from "../../../platform/workbooks/index.ts";
import { lockCompany } from "../../tenants/company/index.ts";
import type { BookImportRow, ImportProblem } from "../record.ts";
import type { UnsureAccount } from "../rules/account-classes.ts";
import type { ImportAnswers } from "../rules/import-answers.ts";
import { type FilePart, intakeStore } from "../store.ts";
import { importBooks, type JournalOptions } from "./import-journal.ts";
import { digestWith, givenOf } from "./import-digest.ts";
import { planAndAsk, type PlanReport } from "./plan-books.ts";
import { UnsureAccounts } from "./read-books.ts";
import { IMPORT } from "./sample.ts";

/** The files of an import, in pieces. */
export type ImportFiles = Readonly<Record<FilePart, readonly Uint8Array[] | null>> & {
  readonly books: readonly Uint8Array[];
  readonly name: string | null;
};

/** The plan of books, and why they can't be imported; null for what can't be read at all. */
export interface AskedPlan {
  readonly plan: PlanReport | null;
  readonly problem: ImportProblem | null;
  /** The accounts that need an answer before the books can be read at all. */
  readonly unsure: readonly UnsureAccount[];
}

export interface AcceptedImportsService {
  /**
   * Plans an import into a company. What is wrong with the file is the plan's `problem`. A plan that the same
   * caller still waits for ends with a refusal: its answer is of no use any more.
   */
  planImport(
    companyId: PublicId<"company">,
    files: ImportFiles,
    answers: ImportAnswers,
    caller?: string,
  ): Promise<AskedPlan>;
  /** Accepts the plan with a digest: keeps the files, and asks for the job. */
  acceptImport(
    companyId: PublicId<"company">,
    files: ImportFiles,
    answers: ImportAnswers,
    digest: string,
  ): Promise<BookImportRow>;
  /** Returns an import. Refuses `resource_missing`. */
  getImport(companyId: PublicId<"company">, id: string): Promise<BookImportRow>;
  /** Carries an accepted import out. One that is settled already stays as it is. */
  runImport(companyId: PublicId<"company">, id: string, signal: AbortSignal): Promise<void>;
  /** Settles an import that was not carried out for as long as one may wait. */
  endWaiting(companyId: PublicId<"company">, id: string): Promise<void>;
  /** Settles an import whose job was given up. */
  giveUpImport(companyId: PublicId<"company">, id: string): Promise<void>;
}

export interface AcceptedImportsNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly now: () => UnixSeconds;
  readonly workbooks: Workbooks;
  /** Asks for the job of an import, and for one that ends it if it waits for too long. */
  readonly askForImport: (tx: Tx, companyId: PublicId<"company">, importId: string) => Promise<unknown>;
}

const SUPERSEDED = "A later plan took the place of this one.";
const PIECE_BYTES = 1_048_576;
/** To how many bytes a form's file may unpack, as it is read while a person waits. */
const UNPACKED_BYTES = 268_435_456;

export function acceptedImportsService(needs: AcceptedImportsNeeds): AcceptedImportsService {
  const { db, ids, now, workbooks, askForImport } = needs;
  /** The plan that each caller waits for. */
  const planning = new Map<string, AbortController>();
  const settle = (companyId: PublicId<"company">, id: string, problem: ImportProblem): Promise<void> =>
    db.transaction(async (tx) => {
      await lockCompany(tx, companyId);
      const row = await intakeStore.lockImport(tx, companyId, id);
      if (row?.status !== "waiting") return;
      await intakeStore.updateImport(tx, companyId, { ...row, status: "refused", answers: null, problem });
      await intakeStore.deleteFiles(tx, companyId, id);
    });
  const expired = (companyId: PublicId<"company">, id: string): Promise<boolean> =>
    endExpired(needs, companyId, id, (problem) => settle(companyId, id, problem));
  return {
    async planImport(companyId, files, answers, caller = "operator") {
      const options = optionsOf(companyId, files.name, answers, {
        accounts: files.accounts && piecesOf(files.accounts),
        trial_balance: files.trial_balance && piecesOf(files.trial_balance),
      });
      const key = `${companyId} ${caller}`;
      planning.get(key)?.abort(refuse("invalid_request", { message: SUPERSEDED }));
      const run = new AbortController();
      planning.set(key, run);
      try {
        const needed = { workbooks, signal: run.signal, now: now(), db };
        const { plan, fault } = await planAndAsk(piecesOf(files.books), options, needed);
        const digest = digestWith(givenOf(files, answers), plan.digest);
        return { plan: { ...plan, digest }, problem: problemOf(fault), unsure: [] };
      } catch (error) {
        run.signal.throwIfAborted();
        const problem = problemOf(error);
        if (problem === null) throw error;
        return { plan: null, problem, unsure: error instanceof UnsureAccounts ? error.accounts : [] };
      } finally {
        if (planning.get(key) === run) planning.delete(key);
      }
    },
    acceptImport: (companyId, files, answers, digest) =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        await refuseMany(tx, companyId);
        const row: BookImportRow = {
          id: ids.next("import"),
          file_name: files.name,
          format: "",
          added_vouchers: 0,
          added_entries: 0,
          known_vouchers: 0,
          changed_vouchers: 0,
          gone_vouchers: 0,
          place: null,
          made_categories: [],
          made_departments: [],
          enabled_departments: false,
          status: "waiting",
          answers: { ...answers, digest, given: givenOf(files, answers) },
          problem: null,
          created: now(),
          undone_at: null,
        };
        await intakeStore.putImport(tx, companyId, row);
        for (const part of ["books", "accounts", "trial_balance"] as const)
          await keep(tx, companyId, row.id, part, files[part] ?? []);
        await askForImport(tx, companyId, row.id);
        return row;
      }),
    async getImport(companyId, id) {
      const row = await intakeStore.findImport(db, companyId, id);
      if (row === null) throw refuse("resource_missing", { param: "id" });
      return row;
    },
    async runImport(companyId, id, signal) {
      updateActor({ company_id: companyId });
      if (await expired(companyId, id)) return;
      try {
        await db.transaction((tx) => carryOut(needs, tx, companyId, id, signal), IMPORT);
      } catch (error) {
        const problem = problemOf(error);
        if (problem === null) throw error;
        await settle(companyId, id, problem);
      }
    },
    async giveUpImport(companyId, id) {
      updateActor({ company_id: companyId });
      await settle(companyId, id, {
        message: "The import failed several times, and nothing was imported. Try again later.",
        param: null,
        line: null,
      });
    },
    async endWaiting(companyId, id) {
      updateActor({ company_id: companyId });
      await expired(companyId, id);
    },
  };
}

/** Refuses a further import of a company of which as many wait as may. */
async function refuseMany(tx: Tx, companyId: PublicId<"company">): Promise<void> {
  const most = LIMITS.waiting_book_imports.value;
  if ((await intakeStore.countWaiting(tx, companyId)) < most) return;
  throw refuse("invalid_request", {
    param: "digest",
    message: `Nothing was imported: ${most} imports of this company wait to be carried out, and no more may. Wait until one of them is done. If none is for long, no worker runs.`,
  });
}

/** Settles an import that has waited for too long; false for one that has not. */
async function endExpired(
  { db, now }: Pick<AcceptedImportsNeeds, "db" | "now">,
  companyId: PublicId<"company">,
  id: string,
  settle: (problem: ImportProblem) => Promise<void>,
): Promise<boolean> {
  const days = LIMITS.waiting_book_import_days.value;
  const row = await intakeStore.findImport(db, companyId, id);
  if (row === null || now() < row.created + days * DAY_S) return false;
  await settle({
    message: `The import waited for ${days} days and was not carried out, so it was given up, and nothing was imported. Look at the plan again.`,
    param: null,
    line: null,
  });
  return true;
}

/** Imports what was accepted. Refuses what is not what the plan showed. */
async function carryOut(
  needs: AcceptedImportsNeeds,
  tx: Tx,
  companyId: PublicId<"company">,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  await lockCompany(tx, companyId);
  const row = await intakeStore.lockImport(tx, companyId, id);
  if (row?.status !== "waiting" || row.answers === null) return;
  const kept = (part: FilePart) => keptPieces(tx, companyId, id, part);
  const has = async (part: FilePart) =>
    (await intakeStore.findPiece(tx, companyId, { importId: id, part, piece: 0 })) !== null;
  const options = optionsOf(companyId, row.file_name, row.answers, {
    accounts: (await has("accounts")) ? kept("accounts") : null,
    trial_balance: (await has("trial_balance")) ? kept("trial_balance") : null,
  });
  const scope = { tx, companyId, now: needs.now() };
  const imported = await importBooks(scope, kept("books"), options, {
    workbooks: needs.workbooks,
    signal,
    newVoucherId: () => needs.ids.next("voucher"),
    importId: row.id,
  });
  if (digestWith(row.answers.given, imported.digest) !== row.answers.digest)
    throw refuse("invalid_request", {
      param: "digest",
      message:
        "The books of the company, the file or the answers are others than when the plan was shown, so an import would do something else. Nothing was imported. Look at the plan again.",
    });
  await intakeStore.deleteFiles(tx, companyId, id);
}

/** What is wrong with the file or its answers; null for another error. */
function problemOf(error: unknown): ImportProblem | null {
  if (error instanceof LineProblem) {
    const [given] = error.ways.flatMap((way) => ("give" in way ? [way.give] : []));
    return {
      message: error.message,
      param: given ?? null,
      line: error.file === null ? error.line : null,
    };
  }
  if (!(error instanceof Refusal)) return null;
  return { message: error.message, param: error.param ?? null, line: null };
}

function optionsOf(
  company_id: PublicId<"company">,
  file_name: string | null,
  answers: ImportAnswers,
  {
    accounts,
    trial_balance,
  }: Readonly<Record<"accounts" | "trial_balance", AsyncIterable<Uint8Array> | null>>,
): JournalOptions {
  const { kinds, date_format, closing_vouchers, trial_balance_date, changes, change_of } = answers;
  const { columns = {}, prices = {}, cash_flow = {} } = answers;
  return {
    name: "",
    company_id,
    kinds,
    change_of,
    prices,
    cash_flow: new Map(Object.entries(cash_flow)),
    unpacked_bytes: UNPACKED_BYTES,
    ...(Object.keys(columns).length === 0 ? {} : { columns }),
    ...(file_name === null ? {} : { file_name }),
    ...(date_format === null ? {} : { date_format }),
    ...(closing_vouchers === null ? {} : { closing_vouchers }),
    ...(trial_balance_date === null ? {} : { trial_balance_date }),
    ...(changes === null ? {} : { changes }),
    ...(accounts === null ? {} : { account_list: accounts }),
    ...(trial_balance === null ? {} : { trial_balance }),
  };
}

async function* piecesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* pieces;
}

/** Keeps a file in pieces of one size. */
async function keep(
  tx: Tx,
  companyId: PublicId<"company">,
  importId: string,
  part: FilePart,
  pieces: readonly Uint8Array[],
): Promise<void> {
  const whole = Buffer.concat(pieces);
  for (let from = 0, piece = 0; from < whole.length; from += PIECE_BYTES, piece += 1)
    await intakeStore.insertPiece(tx, companyId, {
      importId,
      part,
      piece,
      content: whole.subarray(from, from + PIECE_BYTES),
    });
}

async function* keptPieces(
  tx: Tx,
  companyId: PublicId<"company">,
  importId: string,
  part: FilePart,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let piece = 0; ; piece += 1) {
    const content = await intakeStore.findPiece(tx, companyId, { importId, part, piece });
    if (content === null) return;
    yield content;
  }
}
