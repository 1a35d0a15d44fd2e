/**
 * The journal section of the bundle, which is the JSON file with all records of a company. The section lists
 * vouchers, each of which balances. A voucher in the file replaces an existing voucher with the same id if
 * they differ. A field that is left out then gets its default, except `created`, which is kept. Existing
 * vouchers that are not in the file stay. Memory does not grow with the journal.
 */
import Type, { type Static } from "typebox";
import {
  BundleProblem,
  type BundleScope,
  type BundleSection,
  createdField,
  onlyOnce,
  readDay,
  readId,
  readSeconds,
  recordReader,
  sameFields,
  Tally,
  textSchema,
} from "../../../contract/bundle.ts";
import { patternSchema } from "../../../contract/faults.ts";
import { exactly, nullable } from "../../../contract/operation.ts";
import { recordReading, recordSchema, recordWriting, wholeRecordSchema } from "../../../contract/record.ts";
import { dateSchema, idSchema } from "../../../contract/schemas.ts";
import { present } from "@daybook/words/assert";
import { cents, type Cents } from "@daybook/words/cents";
import { FIRST_DATE, losAngelesDate } from "@daybook/words/civil-date";
import { ENTRY_SOURCES } from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../platform/db/index.ts";
import { chartStore } from "../chart/index.ts";
import {
  CLOSING_HISTORY,
  type ClosingEventRow,
  CLOSINGS,
  MANUAL_ENTRIES,
  type ManualEntryRow,
} from "./record.ts";
import { dollars } from "./rules.ts";
import { closingFault, keepStated, putClosing } from "./service/closing.ts";
import { isPosted } from "./service/postings.ts";
import { JOURNAL, type NewVoucher, writeVouchers } from "./service/vouchers.ts";
import { closingsStore } from "./store/closings.ts";
import { manualEntriesStore } from "./store/manual-entries.ts";
import { type LineRow, vouchersStore } from "./store/vouchers.ts";

const amountSchema = (side: string) =>
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: `The amount of a ${side}, in cents. A line has exactly one of the two.`,
  });

const lineRecord = exactly({
  category_id: idSchema("category", "The category that it is posted to."),
  department_id: Type.Optional(
    nullable(idSchema("department", "The department; null for none. Default: null.")),
  ),
  debit_cents: Type.Optional(amountSchema("debit")),
  credit_cents: Type.Optional(amountSchema("credit")),
  description: Type.Optional(textSchema("Default: that of the voucher.", 0)),
  merchant: Type.Optional(nullable(textSchema("Default: that of the voucher."))),
});
const voucherRecord = exactly({
  id: idSchema(
    "voucher",
    "The voucher's id, unique in the company. Its lines become journal entries with ids derived from it.",
  ),
  date: dateSchema("The day of all of its lines."),
  description: Type.Optional(textSchema("Its description. Default: empty.", 0)),
  source: Type.Enum([...ENTRY_SOURCES], { description: "Its source." }),
  merchant: Type.Optional(nullable(textSchema("The merchant or counterparty. Default: null."))),
  transaction_id: Type.Optional(
    nullable(
      patternSchema(
        "^txn_[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$",
        "must be an id: `txn_` and 1 to 63 letters, digits, `_`, `.` or `-`, the first of them a letter or a digit",
        "The transaction that it was posted from. Default: null.",
      ),
    ),
  ),
  held: Type.Optional(Type.Boolean({ description: "Whether its posting is on hold. Default: false." })),
  created: createdField,
  lines: Type.Array(lineRecord, {
    minItems: 1,
    maxItems: LIMITS.voucher_lines.value,
    description: "Debits and credits that sum to zero.",
  }),
});
type VoucherRecord = Static<typeof voucherRecord>;
type LineRecord = Static<typeof lineRecord>;

const journalShape = {
  name: JOURNAL,
  form: "array",
  description: "Vouchers: balanced sets of lines that are posted together.",
  schema: voucherRecord,
} as const;
const readVouchers = recordReader(journalShape, voucherRecord);

/** The number of lines that the export of a bundle reads at once. */
const LINES_PER_READ = 5_000;

export const journalSection: BundleSection<Tx> = {
  ...journalShape,
  async write(scope, batches) {
    const { tx, companyId } = scope;
    const known: KnownIds = {
      categories: new Set((await chartStore.listCategories(tx, companyId)).map(({ id }) => id)),
      departments: new Set((await chartStore.listDepartments(tx, companyId)).map(({ id }) => id)),
    };
    let index = 0;
    return writeVouchers(scope, async (writer) => {
      for await (const { path, record } of readVouchers(batches)) {
        const voucher = readVoucher(record, known, path);
        if (writer.add(voucher, index)) await writer.flush();
        index += 1;
      }
    });
  },
  async *read({ tx, companyId }) {
    let after: Parameters<typeof vouchersStore.listByDate>[2] = {
      date: FIRST_DATE,
      voucher_id: "" as PublicId<"voucher">,
      line: 0,
    };
    let current: LineRow[] = [];
    for (;;) {
      const rows = await vouchersStore.listByDate(tx, companyId, after, LINES_PER_READ);
      const last = rows.at(-1);
      if (!last) break;
      after = last;
      const records: VoucherRecord[] = [];
      for (const row of rows) {
        // A posted voucher is not exported, because importing its source posts it again.
        if (isPosted(row.voucher_id)) continue;
        if (current[0] && current[0].voucher_id !== row.voucher_id) {
          records.push(recordOf(current));
          current = [];
        }
        current.push(row);
      }
      if (records.length > 0) yield records;
    }
    if (current.length > 0) yield [recordOf(current)];
  },
};

const closingRecord = wholeRecordSchema(CLOSINGS);
const closingShape = {
  name: "closing",
  form: "object",
  description: "The closing date. It applies once all other records of the file are written.",
  schema: closingRecord,
} as const;
const readClosings = recordReader(closingShape, closingRecord);
const closingOf = recordReading(CLOSINGS);
const closingRecordOf = recordWriting(CLOSINGS);

/** The closing date of a company. The section is left out for open books. */
export const closingSection: BundleSection<Tx> = {
  ...closingShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    for await (const { path, record } of readClosings(batches)) {
      const former = await closingsStore.find(tx, companyId);
      const row = closingOf(record, former, path, now);
      const fault = await closingFault(tx, companyId, row.closed_through, former, losAngelesDate(now));
      if (fault !== null) throw new BundleProblem(`${path}.closed_through`, fault);
      const isSame = former?.closed_through === row.closed_through && former.closed_at === row.closed_at;
      if (!isSame) await putClosing(tx, companyId, row, former);
      await keepStated(tx, companyId, row);
      tally.compare(former, isSame);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    const closing = await closingsStore.find(tx, companyId);
    if (closing !== null) yield [closingRecordOf(closing)];
  },
};

const eventRecord = recordSchema(CLOSING_HISTORY);
const eventShape = {
  name: "closings",
  form: "array",
  description:
    "Each time that the books were closed or opened again, by whom and why, in order. What is recorded never changes; if the last one closed them, they are closed through its day.",
  schema: eventRecord,
} as const;
const readEvents = recordReader(eventShape, eventRecord);
const eventOf = recordReading(CLOSING_HISTORY);
const eventRecordOf = recordWriting(CLOSING_HISTORY);

/** The record of closings. It stands before the closing date, which the last of it may set. */
export const closingsSection: BundleSection<Tx> = {
  ...eventShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    let last: { readonly path: string; readonly row: ClosingEventRow } | null = null;
    for await (const { path, record } of readEvents(batches)) {
      const former = await closingsStore.findEvent(tx, companyId, record.number);
      const row = eventOf(record, former, path, now);
      const isSame = former !== null && sameFields(former, row);
      tally.compare(former, isSame);
      if (isSame) continue;
      if (former !== null) throw new BundleProblem(path, "differs from the record, which never changes");
      const latest = await closingsStore.findLatestEvent(tx, companyId);
      if (row.number !== (latest?.number ?? 0) + 1)
        throw new BundleProblem(`${path}.number`, `must be ${(latest?.number ?? 0) + 1}, the next one`);
      await closingsStore.insertEvent(tx, companyId, row);
      last = { path, row };
    }
    if (last !== null) await applyEvent({ tx, companyId, now }, last.row, last.path);
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    const rows = await closingsStore.listEvents(tx, companyId);
    if (rows.length > 0) yield rows.toReversed().map(eventRecordOf);
  },
};

/** Closes the books as the last event of a file says. Throws a `BundleProblem` for one that opened them. */
async function applyEvent(
  { tx, companyId, now }: BundleScope<Tx>,
  { action, through, at }: ClosingEventRow,
  path: string,
): Promise<void> {
  const former = await closingsStore.find(tx, companyId);
  if (action === "opened") {
    if (former === null) return;
    throw new BundleProblem(
      path,
      `opened the books, but they are closed through ${former.closed_through}, and a bundle can't open them`,
    );
  }
  if (former?.closed_through === through) return;
  const fault = await closingFault(tx, companyId, through, former, losAngelesDate(now));
  if (fault !== null) throw new BundleProblem(`${path}.through`, fault);
  await putClosing(tx, companyId, { closed_through: through, closed_at: at }, former);
}

const manualRecord = recordSchema(MANUAL_ENTRIES);
const manualShape = {
  name: "manual_entries",
  form: "array",
  description:
    "Who posted and reviewed the vouchers of the journal that a person posted, and what they reverse.",
  schema: manualRecord,
} as const;
const readManualEntries = recordReader(manualShape, manualRecord);
const manualEntryOf = recordReading(MANUAL_ENTRIES);
const manualEntryRecordOf = recordWriting(MANUAL_ENTRIES);

/** The number of manual entries that an export reads at once. */
const ENTRIES_PER_READ = 500;

/** What a person said of vouchers of the journal. */
export const manualEntriesSection: BundleSection<Tx> = {
  ...manualShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    for await (const { path, record } of readManualEntries(batches)) {
      const { voucher_id } = record;
      onlyOnce(stated, voucher_id, path, "voucher_id");
      const [former = null] = await manualEntriesStore.listByVoucher(tx, companyId, [voucher_id]);
      const row = manualEntryOf(record, former, path, now);
      await checkManualEntry(tx, companyId, row, path);
      const same = former !== null && sameFields(former, row);
      if (!same) await manualEntriesStore.put(tx, companyId, [row]);
      tally.compare(former, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    let after = "";
    for (;;) {
      const rows = await manualEntriesStore.listAfter(tx, companyId, after, ENTRIES_PER_READ);
      const last = rows.at(-1);
      if (!last) return;
      after = last.voucher_id;
      yield rows.map(manualEntryRecordOf);
    }
  },
};

/** Throws a `BundleProblem` for an entry that contradicts the journal or another entry. */
async function checkManualEntry(
  tx: Tx,
  companyId: PublicId<"company">,
  row: ManualEntryRow,
  path: string,
): Promise<void> {
  const { voucher_id, reference, reverses } = row;
  for (const [name, voucher] of Object.entries({ voucher_id, reverses }))
    if (voucher !== null && (await vouchersStore.list(tx, companyId, [voucher])).length === 0)
      throw new BundleProblem(`${path}.${name}`, `there is no voucher ${voucher}`);
  if ((row.reviewed_by === null) !== (row.reviewed_at === null))
    throw new BundleProblem(`${path}.reviewed_by`, "needs a reviewed_at, and the other way round");
  if (reverses === voucher_id) throw new BundleProblem(`${path}.reverses`, "is the voucher itself");
  const [reversal, named] = await Promise.all([
    reverses === null ? null : manualEntriesStore.findReversal(tx, companyId, reverses),
    reference === null ? [] : manualEntriesStore.listByReference(tx, companyId, [reference]),
  ]);
  if (reversal !== null && reversal !== voucher_id)
    throw new BundleProblem(`${path}.reverses`, `${reversal} reverses that voucher already`);
  const other = named.find((each) => each.voucher_id !== voucher_id);
  if (other !== undefined)
    throw new BundleProblem(`${path}.reference`, `${other.voucher_id} has that reference`);
}

/** The ids that the lines of a voucher may refer to. */
interface KnownIds {
  readonly categories: ReadonlySet<string>;
  readonly departments: ReadonlySet<string>;
}

/** Reads a voucher that conforms to the schema. Throws a `BundleProblem` if its content is invalid. */
function readVoucher(record: VoucherRecord, known: KnownIds, path: string): NewVoucher {
  const id = readId("voucher", record.id);
  if (isPosted(id))
    throw new BundleProblem(
      `${path}.id`,
      "is the id of a voucher that is posted from a transaction, a transfer, an invoice, a bill or a spread, and comes in with it",
    );
  const { description = "", merchant = null, source, transaction_id = null, held = false } = record;
  const date = readDay(record.date, `${path}.date`);
  let sum = 0;
  const lines = record.lines.map((line, index) => {
    const at = () => `${path}.lines[${index}]`;
    const net_debit_cents = netDebit(line, at);
    sum += net_debit_cents;
    if (!Number.isSafeInteger(sum))
      throw new BundleProblem(at(), "the amounts up to here are too large to add exactly");
    const department_id = line.department_id ?? null;
    if (!known.categories.has(line.category_id))
      throw new BundleProblem(`${at()}.category_id`, `there is no category ${line.category_id}`);
    if (department_id !== null && !known.departments.has(department_id))
      throw new BundleProblem(`${at()}.department_id`, `there is no department ${department_id}`);
    return {
      voucher_id: id,
      line: index + 1,
      date,
      category_id: line.category_id as PublicId<"category">,
      department_id: department_id as PublicId<"department"> | null,
      net_debit_cents,
      merchant: line.merchant === undefined ? merchant : line.merchant,
      description: line.description ?? description,
      source,
      transaction_id,
      held,
    };
  });
  if (sum !== 0) {
    const [more, less] = sum > 0 ? ["debits", "credits"] : ["credits", "debits"];
    throw new BundleProblem(
      `${path}.lines`,
      `the ${more} exceed the ${less} by ${dollars(cents(Math.abs(sum)))}, so the voucher does not balance`,
    );
  }
  return { id, created: readSeconds(record.created) ?? null, lines };
}

/** Debit minus credit of a line. */
function netDebit({ debit_cents, credit_cents }: LineRecord, at: () => string): Cents {
  if (debit_cents === undefined) {
    if (credit_cents === undefined) throw new BundleProblem(at(), "needs a debit_cents or a credit_cents");
    return cents(-credit_cents);
  }
  if (credit_cents !== undefined)
    throw new BundleProblem(at(), "can't have both debit_cents and credit_cents");
  return cents(debit_cents);
}

/**
 * Returns the value that is written once for all lines that have it. This is the value that would take the
 * most space if it were repeated on each line.
 */
function sharedOf<T extends string | null>(values: readonly T[]): T | undefined {
  const sizes = new Map<T, number>();
  for (const value of values) sizes.set(value, (sizes.get(value) ?? 0) + 1 + (value?.length ?? 0));
  let shared = values[0];
  for (const [value, size] of sizes) if (size > (sizes.get(shared as T) ?? 0)) shared = value;
  return shared;
}

/** Returns a voucher's record in the bundle. Values that its lines share are written once for the voucher. */
function recordOf(rows: readonly LineRow[]): VoucherRecord {
  const first = present(rows[0], "a voucher without lines");
  const description = sharedOf(rows.map((row) => row.description)) ?? "";
  const merchant = sharedOf(rows.map((row) => row.merchant)) ?? null;
  return {
    id: first.voucher_id,
    date: first.date,
    description,
    source: first.source,
    merchant,
    transaction_id: first.transaction_id,
    held: first.held,
    created: first.created,
    lines: rows.map((row) => ({
      category_id: row.category_id,
      department_id: row.department_id,
      ...(row.net_debit_cents < 0
        ? { credit_cents: -row.net_debit_cents }
        : { debit_cents: row.net_debit_cents }),
      ...(row.description === description ? {} : { description: row.description }),
      ...(row.merchant === merchant ? {} : { merchant: row.merchant }),
    })),
  };
}
