/**
 * The bundle's section of transactions. Their postings are not in the file; importing a transaction posts it.
 * A record holds the lines of a split and the spreads too. A transaction that differs is replaced, lines and
 * spreads included, but its own fields that are left out keep their values.
 */
import { MOST_CENTS } from "@daybook/words/feed-words";
import Type, { type Static } from "typebox";
import {
  BundleProblem,
  type BundleScope,
  type BundleSection,
  onlyOnce,
  type ReadRecord,
  readId,
  recordReader,
  Tally,
  textSchema,
} from "../../../../contract/bundle.ts";
import { exactly, nullable } from "../../../../contract/operation.ts";
import { recordReading, recordSchema, recordWriting } from "../../../../contract/record.ts";
import { idSchema } from "../../../../contract/schemas.ts";
import { cents } from "@daybook/words/cents";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { bankingStore } from "../../banking/index.ts";
import { chartStore } from "../../../books/chart/index.ts";
import { putSpreads, removeSpreads, schedulesStore } from "../../../books/schedules/index.ts";
import { type SplitRow, type StoredRow, TRANSACTIONS } from "../record.ts";
import { changedOnStatement, reconciledReason } from "../rules.ts";
import { recognizeUncategorized } from "../service/choices.ts";
import { type EndFees, type FindClaims, problemWithPayments } from "../service/payments.ts";
import { beginWriting, type Change, splitsOf, writeChanges } from "../service/write.ts";
import { reconciliationsStore } from "../store/reconciliations.ts";
import { splitsStore } from "../store/splits.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { Sides } from "./sides.ts";
import { categoriesOf, spread, spreadRecordOf, spreadsOf } from "./spreads.ts";
import { refuseTaken, type Whole } from "./taken.ts";

type Company = PublicId<"company">;

const amount = (description: string) =>
  Type.Integer({
    minimum: -MOST_CENTS,
    maximum: MOST_CENTS,
    description: `${description} Money in is positive. In cents.`,
  });
const department = Type.Optional(nullable(idSchema("department", "Its department. Default: null.")));
const memo = Type.Optional(nullable(textSchema("A note. Default: null.")));

const lineRecord = exactly({
  id: Type.Optional(
    idSchema("split", "The line's id, unique in the company. Default: derived from the transaction's."),
  ),
  category_id: idSchema("category", "The line's category."),
  department_id: department,
  amount_cents: amount("Its part of the transaction's amount."),
  memo,
  spread,
});
type LineRecord = Static<typeof lineRecord>;

const transactionRecord = recordSchema(TRANSACTIONS, {
  lines: Type.Optional(
    Type.Array(lineRecord, {
      maxItems: LIMITS.split_lines.value,
      description: "The lines of a split, which sum to it. Default: none.",
    }),
  ),
  spread,
});
type TransactionRecord = Static<typeof transactionRecord>;
const statedOf = recordReading(TRANSACTIONS);
const plainRecordOf = recordWriting(TRANSACTIONS);

const transactionsShape = {
  name: "transactions",
  form: "array",
  description:
    "The bank and card feed. Its journal entries are posted by the import and appear in no section.",
  schema: transactionRecord,
} as const;
const readTransactions = recordReader(transactionsShape, transactionRecord);

/** The number of records that are written or read at once. */
const TOGETHER = 2_000;

interface InvoicesOfFeed {
  readonly findClaims: FindClaims;
  readonly endFees: EndFees;
}

/** The section of transactions. */
export const transactionsSection = (invoices: InvoicesOfFeed): BundleSection<Tx> => ({
  ...transactionsShape,
  async write(scope, batches) {
    const { tx, companyId, now } = scope;
    const tally = new Tally();
    const stated = new Set<string>();
    const known = {
      ...(await knownTo(scope, await beginWriting(tx, companyId, now))),
      ...invoices,
      sides: new Sides(),
    };
    // Transfers come in the next section, and not in every file.
    tx.beforeCommit(() => known.sides.settle(scope));
    await recognizeUncategorized(tx, companyId);
    let gathered: ReadRecord<TransactionRecord>[] = [];
    for await (const read of readTransactions(batches)) {
      onlyOnce(stated, read.record.id, read.path);
      gathered.push(read);
      if (gathered.length < TOGETHER) continue;
      await writeRecords(scope, known, gathered, tally);
      gathered = [];
    }
    if (gathered.length > 0) await writeRecords(scope, known, gathered, tally);
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    for (let after = ""; ;) {
      const rows = await transactionsStore.listAfter(tx, companyId, after, TOGETHER);
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      yield (await wholes(tx, companyId, rows)).map(recordOf);
    }
  },
});

interface Known {
  readonly updated: UnixSeconds;
  readonly accounts: ReadonlyMap<string, PublicId<"category">>;
  readonly cards: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  readonly departments: ReadonlySet<string>;
}

async function knownTo({ tx, companyId }: BundleScope<Tx>, updated: UnixSeconds): Promise<Known> {
  return {
    updated,
    accounts: new Map(
      (await bankingStore.listAllAccounts(tx, companyId)).map((row) => [row.id, row.category_id]),
    ),
    cards: new Set((await bankingStore.listAllCards(tx, companyId)).map(({ id }) => id)),
    categories: new Set((await chartStore.listCategories(tx, companyId)).map(({ id }) => id)),
    departments: new Set((await chartStore.listDepartments(tx, companyId)).map(({ id }) => id)),
  };
}

async function wholes(tx: Tx, companyId: Company, rows: readonly StoredRow[]): Promise<Whole[]> {
  const lines = await splitsOf(tx, companyId, rows);
  const named = [...rows, ...[...lines.values()].flat()]
    .map(({ spread_id }) => spread_id)
    .filter((id) => id !== null);
  const spreads = Map.groupBy(
    named.length === 0 ? [] : await schedulesStore.listById(tx, companyId, named),
    ({ transaction_id }) => transaction_id,
  );
  return rows.map((row) => ({ row, lines: lines.get(row.id) ?? [], spreads: spreads.get(row.id) ?? [] }));
}

async function writeRecords(
  scope: BundleScope<Tx>,
  known: Known & InvoicesOfFeed & { readonly sides: Sides },
  records: readonly ReadRecord<TransactionRecord>[],
  tally: Tally,
): Promise<void> {
  const { tx, companyId, now } = scope;
  const formerRows = new Map(
    (
      await transactionsStore.lockById(
        tx,
        companyId,
        records.map(({ record }) => record.id),
      )
    ).map((row) => [row.id as string, row]),
  );
  const formers = new Map(
    (await wholes(tx, companyId, [...formerRows.values()].map(storedRow))).map((whole) => [
      whole.row.id as string,
      whole,
    ]),
  );
  const changes: Change[] = [];
  const [gone, come]: [Whole[], Whole[]] = [[], []];
  const read = records.map(({ path, record }) => {
    const former = formers.get(record.id);
    return { path, record, former, next: readWhole(record, former, known, now, path) };
  });
  const passedOn = await refuseTaken(tx, companyId, read);
  for (const { path, former, next } of read) {
    const same = former !== undefined && JSON.stringify(recordOf(next)) === JSON.stringify(recordOf(former));
    tally.compare(former, same);
    if (same) continue;
    if (former) gone.push(former);
    come.push(next);
    known.sides.note(path, former?.row, next.row);
    const account = known.accounts.get(next.row.account_id);
    if (account === undefined)
      throw new BundleProblem(`${path}.account_id`, `there is no account ${next.row.account_id}`);
    changes.push({
      before: formerRows.get(next.row.id) ?? null,
      after: { ...next.row, account_category_id: account },
    });
  }
  await checkReconciled(
    tx,
    companyId,
    changes,
    (id) => read.find(({ next }) => next.row.id === id)?.path ?? "",
  );
  const problem = await problemWithPayments(tx, companyId, changes, known.findClaims);
  if (problem)
    throw new BundleProblem(
      `${records.find(({ record }) => record.id === problem.id)?.path ?? ""}.${problem.field}`,
      problem.reason,
    );
  await removeSpreads(
    tx,
    companyId,
    now,
    gone.flatMap(({ spreads }) => spreads.map(({ id }) => id)),
  );
  if (gone.length > 0)
    await splitsStore.deleteOf(
      tx,
      companyId,
      gone.map(({ row }) => row.id),
    );
  await known.sides.removeLeft(scope);
  if (passedOn.length > 0) await transactionsStore.forgetExternalIds(tx, companyId, passedOn);
  // The rows that lines and spreads refer to are written first, and posted last.
  await writeChanges(tx, companyId, now, changes, async () => {
    await putSpreads(
      tx,
      companyId,
      now,
      come.flatMap(({ spreads }) => spreads),
    );
    const lines = come.flatMap((whole) => whole.lines);
    if (lines.length > 0) await splitsStore.insert(tx, companyId, lines);
  });
  const ended = changes.filter(({ before, after }) => before !== null && endsPayment(before, after));
  await known.endFees(
    tx,
    companyId,
    ended.map(({ after }) => after.id),
    now,
  );
}

/** Refuses changes of what a finished statement says. */
async function checkReconciled(
  tx: Tx,
  companyId: Company,
  changes: readonly Change[],
  pathOf: (id: string) => string,
): Promise<void> {
  const moved = changes.flatMap(({ before, after }) => {
    const field = before === null ? null : changedOnStatement(before, after);
    return field === null ? [] : [{ id: after.id, field }];
  });
  const reconciled = await reconciliationsStore.reconciled(
    tx,
    companyId,
    moved.map(({ id }) => id),
  );
  for (const { id, field } of moved) {
    const statementDate = reconciled.get(id);
    if (statementDate !== undefined)
      throw new BundleProblem(
        `${pathOf(id)}.${field}`,
        `can't change: ${reconciledReason(id, statementDate)}`,
      );
  }
}

/** True if a transaction pays its invoice no more. */
function endsPayment(before: StoredRow, after: StoredRow): boolean {
  const paidBy = ({ status, invoice_id }: StoredRow) => (status === "excluded" ? null : invoice_id);
  return paidBy(before) !== null && paidBy(after) !== paidBy(before);
}

/** A row without the columns of other tables, to compare it with a record. */
function storedRow({
  account_name: _account,
  account_category_id: _booked,
  category_name: _category,
  category_role: _role,
  department_name: _department,
  ...row
}: TransactionRow): StoredRow {
  return row;
}

/** Reads a record of the right shape; throws `BundleProblem` for members that contradict each other. */
function readWhole(
  record: TransactionRecord,
  former: Whole | undefined,
  known: Known,
  now: UnixSeconds,
  path: string,
): Whole {
  const was = former?.row;
  const row: StoredRow = {
    ...statedOf(record, was ?? null, path, now),
    spread_id:
      record.spread === undefined
        ? (was?.spread_id ?? null)
        : record.spread === null
          ? null
          : readId("spread", record.spread.id),
    updated: known.updated,
  };
  const lines =
    record.lines === undefined
      ? [...(former?.lines ?? [])]
      : record.lines.map((line, index) => readLine(row.id, line, index));
  checkWhole(row, lines, known, path);
  const spreads = [
    ...spreadsOf(row, undefined, record.spread, former, now, `${path}.spread`),
    ...lines.flatMap((line, index) =>
      spreadsOf(row, line, record.lines?.[index]?.spread, former, now, `${path}.lines[${index}].spread`),
    ),
  ];
  const unknown = spreads.flatMap(categoriesOf).find((category) => !known.categories.has(category));
  if (unknown !== undefined) throw new BundleProblem(`${path}.spread`, `there is no category ${unknown}`);
  return { row, lines, spreads };
}

function readLine(transaction: PublicId<"transaction">, line: LineRecord, index: number): SplitRow {
  const made = `split_${transaction.slice("txn_".length)}.${index + 1}`;
  return {
    id: readId("split", line.id ?? made),
    transaction_id: transaction,
    position: index + 1,
    category_id: readId("category", line.category_id),
    department_id: (line.department_id ?? null) as SplitRow["department_id"],
    amount_cents: cents(line.amount_cents),
    memo: line.memo ?? null,
    spread_id: line.spread ? readId("spread", line.spread.id) : null,
  };
}

function checkWhole(row: StoredRow, lines: readonly SplitRow[], known: Known, path: string): void {
  const fail = (field: string, reason: string): never => {
    throw new BundleProblem(`${path}.${field}`, reason);
  };
  checkType(row, lines, fail);
  checkState(row, lines, fail);
  checkTwin(row, fail);
  checkReferences(row, lines, known, fail);
}

/** Refuses the field of a record with a reason. */
type Fail = (field: string, reason: string) => never;

/** Checks that what a transaction has besides its amount is that of its type. */
function checkType(row: StoredRow, lines: readonly SplitRow[], fail: Fail): void {
  const { transaction_type: type } = row;
  if ((type === "standard") !== (row.category_id !== null))
    fail(
      "category_id",
      row.category_id === null
        ? "is required for a transaction of type standard"
        : `must be null for a transaction of type ${type}`,
    );
  if ((type === "transfer") !== (row.transfer_id !== null))
    fail(
      "transfer_id",
      row.transfer_id === null
        ? "is required for a transaction of type transfer"
        : "is for transactions of type transfer only",
    );
  const isSplit = type.endsWith("_split");
  if (isSplit !== lines.length > 0)
    fail("lines", isSplit ? "are required for a split" : "are for splits only");
  const sum = lines.reduce((total, { amount_cents }) => total + BigInt(amount_cents), 0n);
  if (isSplit && sum !== BigInt(row.amount_cents))
    fail("lines", `do not sum to the ${row.amount_cents} cents of the transaction`);
  if (type !== "standard" && (row.invoice_id ?? row.spread_id) !== null)
    fail(row.invoice_id === null ? "spread" : "invoice_id", "is for transactions of type standard only");
}

/** Checks that a transaction may be excluded or deleted, if it is. */
function checkState(row: StoredRow, lines: readonly SplitRow[], fail: Fail): void {
  const { transaction_type: type } = row;
  const isSpread = [row, ...lines].some(({ spread_id }) => spread_id !== null);
  if (row.status === "excluded" && type === "transfer")
    fail("status", "can't be excluded for a side of a transfer, which counts");
  if (row.status === "excluded" && isSpread) fail("status", "can't be excluded while it is spread");
  if (row.deleted && (type !== "standard" || (row.invoice_id ?? row.spread_id) !== null))
    fail("deleted", "is for transactions of type standard that pay no invoice or bill and are not spread");
}

/**
 * Checks a transaction's reference to the imported entry that it may duplicate. The entry itself may be gone.
 */
function checkTwin({ twin_voucher_id, twin_line, twin_asked }: StoredRow, fail: Fail): void {
  if ((twin_voucher_id === null) !== (twin_line === null))
    fail("twin_line", "is a line of `twin_voucher_id`, so that both or neither are null");
  if (twin_asked && twin_voucher_id === null) fail("twin_asked", "needs the voucher that is asked for");
}

/** Checks that the company has what a transaction and its lines refer to. */
function checkReferences(row: StoredRow, lines: readonly SplitRow[], known: Known, fail: Fail): void {
  if (row.card_id !== null && !known.cards.has(row.card_id))
    fail("card_id", `there is no card ${row.card_id}`);
  const places = [{ at: "", ...row }, ...lines.map((line, index) => ({ ...line, at: `lines[${index}].` }))];
  for (const { at, category_id, department_id } of places) {
    if (category_id !== null && !known.categories.has(category_id))
      fail(`${at}category_id`, `there is no category ${category_id}`);
    if (department_id !== null && !known.departments.has(department_id))
      fail(`${at}department_id`, `there is no department ${department_id}`);
  }
}

function recordOf({ row, lines, spreads }: Whole): TransactionRecord {
  return {
    ...plainRecordOf(row),
    ...(lines.length === 0
      ? {}
      : {
          lines: lines.map((line) => ({
            id: line.id,
            category_id: line.category_id,
            department_id: line.department_id,
            amount_cents: line.amount_cents,
            memo: line.memo,
            spread: spreadRecordOf(spreads, line.spread_id),
          })),
        }),
    spread: spreadRecordOf(spreads, row.spread_id),
  };
}
