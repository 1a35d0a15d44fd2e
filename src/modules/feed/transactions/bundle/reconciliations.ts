/**
 * The bundle's section of reconciliations, each with the transactions that are on its statement. They stand
 * behind the transactions in the file, and in the order of the statements.
 */
import Type, { type Static } from "typebox";
import {
  BundleProblem,
  type BundleSection,
  onlyOnce,
  recordReader,
  Tally,
} from "../../../../contract/bundle.ts";
import { recordReading, recordSchema, recordWriting } from "../../../../contract/record.ts";
import { idSchema } from "../../../../contract/schemas.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { bankingStore } from "../../banking/index.ts";
import { RECONCILIATIONS, type ReconciliationRow } from "../record.ts";
import { reconciliationsStore } from "../store/reconciliations.ts";
import { beginWriting } from "../service/write.ts";

type Company = PublicId<"company">;

const reconciliationRecord = recordSchema(RECONCILIATIONS, {
  transaction_ids: Type.Optional(
    Type.Array(idSchema("transaction", "A transaction of the account."), {
      description: "The transactions that are on the statement, by id. Default: none.",
    }),
  ),
});
const shape = {
  name: "reconciliations",
  form: "array",
  description: "Statements of accounts and the transactions that are on them, in the order of their days.",
  schema: reconciliationRecord,
} as const;
const readReconciliations = recordReader(shape, reconciliationRecord);
const statedOf = recordReading(RECONCILIATIONS);
const plainRecordOf = recordWriting(RECONCILIATIONS);
type ReconciliationRecord = Static<typeof reconciliationRecord>;

/** A reconciliation with the ids of its transactions. */
interface Whole {
  readonly row: ReconciliationRow;
  readonly lines: readonly string[];
}

export const reconciliationsSection: BundleSection<Tx> = {
  ...shape,
  async write({ tx, companyId, now }, batches) {
    await beginWriting(tx, companyId, now);
    const accounts = new Set<string>((await bankingStore.listAllAccounts(tx, companyId)).map(({ id }) => id));
    const tally = new Tally();
    const stated = new Set<string>();
    const paths = new Map<string, string>();
    for await (const { path, record } of readReconciliations(batches)) {
      onlyOnce(stated, record.id, path);
      const former = await wholeOf(tx, companyId, record.id);
      const row = statedOf(record, former?.row ?? null, path, now);
      const lines = [...new Set(record.transaction_ids ?? former?.lines)].toSorted();
      checkRow(row, accounts, path);
      const same = former !== null && textOf({ row, lines }) === textOf(former);
      tally.compare(former, same);
      if (same) continue;
      if (former?.row.state === "finished")
        throw new BundleProblem(path, "is finished, so it can't change; reopen it first");
      paths.set(row.id, path);
      await checkOthers(tx, companyId, row, path);
      await checkLines(tx, companyId, row, lines, path);
      if (former === null) await reconciliationsStore.insert(tx, companyId, row);
      else {
        await reconciliationsStore.unclear(tx, companyId, row.id, null);
        await reconciliationsStore.update(tx, companyId, row);
      }
      await reconciliationsStore.clear(tx, companyId, row.id, lines);
    }
    const fault = paths.size === 0 ? null : await reconciliationsStore.findFault(tx, companyId);
    if (fault !== null)
      throw new BundleProblem(
        paths.get(fault.id) ?? "reconciliations",
        `${fault.id} contradicts its lines, which lead to ${fault.cleared} cents, or the statement before`,
      );
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    const rows = (await reconciliationsStore.list(tx, companyId, null)).toReversed();
    for (const row of rows) {
      const whole = await wholeOf(tx, companyId, row.id);
      if (whole !== null) yield [recordOf(whole)];
    }
  },
};

async function wholeOf(tx: Tx, companyId: Company, id: string): Promise<Whole | null> {
  const row = await reconciliationsStore.find(tx, companyId, id);
  if (row === null) return null;
  const lines = await reconciliationsStore.listCleared(tx, companyId, id);
  return { row, lines: lines.map(({ transaction_id }) => transaction_id) };
}

function checkRow(row: ReconciliationRow, accounts: ReadonlySet<string>, path: string): void {
  if (!accounts.has(row.account_id))
    throw new BundleProblem(`${path}.account_id`, `there is no account ${row.account_id}`);
  const isFinished = row.state === "finished";
  for (const field of ["finished_at", "finished_by"] as const)
    if ((row[field] !== null) !== isFinished)
      throw new BundleProblem(`${path}.${field}`, "is for a finished reconciliation, which needs it");
}

/** Refuses a second statement of an account's day, and a second one that is not finished. */
async function checkOthers(tx: Tx, companyId: Company, row: ReconciliationRow, path: string): Promise<void> {
  const all = await reconciliationsStore.list(tx, companyId, row.account_id);
  const others = all.filter(({ id }) => id !== row.id);
  const same = others.find(({ statement_date }) => statement_date === row.statement_date);
  if (same !== undefined)
    throw new BundleProblem(`${path}.statement_date`, `${same.id} of the account ends on that day`);
  const open = row.state === "finished" ? undefined : others.find(({ state }) => state !== "finished");
  if (open !== undefined)
    throw new BundleProblem(`${path}.state`, `${open.id} of the account is not finished either`);
}

async function checkLines(
  tx: Tx,
  companyId: Company,
  row: ReconciliationRow,
  lines: readonly string[],
  path: string,
): Promise<void> {
  // A draft may have lines that are gone since they were cleared.
  const unfit = await reconciliationsStore.findUnfit(tx, companyId, row, lines, row.state !== "finished");
  if (unfit === null) return;
  throw new BundleProblem(
    `${path}.transaction_ids`,
    `${unfit.id} is no transaction of the account through that day that is on no other statement`,
  );
}

function textOf(whole: Whole): string {
  return JSON.stringify(recordOf(whole));
}

function recordOf({ row, lines }: Whole): ReconciliationRecord {
  return { ...plainRecordOf(row), transaction_ids: [...lines] };
}
