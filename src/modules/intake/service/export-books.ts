/**
 * Exports a company's whole journal in a format of other programs, all from one state of the books. What is
 * held in memory is the chart and one batch of entries, never the journal.
 */
import { present } from "@daybook/words/assert";
import { FIRST_DATE } from "@daybook/words/civil-date";
import { ACCOUNT_TYPES, type CashFlowRole } from "@daybook/words/ledger-words";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { chartStore, inDisplayOrder } from "../../books/chart/index.ts";
import { vouchersStore } from "../../books/ledger/index.ts";
import { readCompany } from "../../tenants/company/index.ts";
import { adsWriter } from "../rules/out/ads.ts";
import { beancountWriter } from "../rules/out/beancount.ts";
import type { JournalWriter, OutBooks, OutPiece, OutVoucher } from "../rules/out/books-out.ts";
import { csvWriter } from "../rules/out/csv.ts";
import { importAgain } from "../rules/out/import-again.ts";
import { ledgerWriter } from "../rules/out/ledger.ts";
import type { JournalFormat } from "../rules/out/formats.ts";
import { streamSnapshot } from "./stream-snapshot.ts";

const WRITERS: Readonly<Record<JournalFormat, (books: OutBooks) => JournalWriter>> = {
  ledger: ledgerWriter,
  beancount: beancountWriter,
  csv: csvWriter,
  ads: adsWriter,
};

/** The counts of a written journal, and what its reader should know. */
export interface WrittenJournal {
  readonly vouchers: number;
  readonly entries: number;
  /** Sentences on what was written otherwise than it is in the books. */
  readonly notes: readonly string[];
  /** What `import journal` needs to make the same books of the file; null if it doesn't read the format. */
  readonly again: {
    readonly cash: readonly string[];
    readonly cash_flow: readonly (readonly [account: string, role: CashFlowRole])[];
    readonly fiscal_year_start_month: number;
  } | null;
}

/** A journal on its way out. */
export interface JournalExport {
  /** Throws `Refusal`: `resource_missing` for a company that is not there, or a voucher that can't be written. */
  readonly pieces: AsyncIterable<OutPiece>;
  /** The counts, after the last piece was read. */
  written(): WrittenJournal;
}

/** The number of entries that are read at once. */
const LINES_PER_READ = 5_000;

/** Exports a company's journal. Nothing is read before the first piece is asked for. */
export function journalExport(db: Db, companyId: PublicId<"company">, format: JournalFormat): JournalExport {
  let result: WrittenJournal | null = null;
  return {
    pieces: streamSnapshot(db, async function* (tx) {
      result = yield* write(tx, companyId, WRITERS[format]);
    }),
    written: () => present(result, "the journal is not written yet"),
  };
}

async function* write(
  tx: Tx,
  companyId: PublicId<"company">,
  writerOf: (books: OutBooks) => JournalWriter,
): AsyncGenerator<OutPiece, WrittenJournal, undefined> {
  const batches = vouchersOf(tx, companyId);
  const first = await batches.next();
  const books = await booksOf(tx, companyId, first.done ? null : (first.value[0]?.date ?? null));
  const writer = writerOf(books);
  const { file } = writer;
  yield { file, text: writer.begin() };
  const counts = { vouchers: 0, entries: 0 };
  const used = new Map<string, string>();
  for (let batch = first; !batch.done; batch = await batches.next()) {
    yield { file, text: batch.value.map((voucher) => writer.voucher(voucher)).join("") };
    for (const { lines } of batch.value) {
      counts.vouchers += 1;
      counts.entries += lines.length;
      for (const { category_id } of lines)
        if (!used.has(category_id)) used.set(category_id, writer.accounts?.get(category_id) ?? "");
    }
  }
  yield* writer.end();
  const again = writer.accounts === null ? null : importAgain(books, used);
  return {
    ...counts,
    notes: [...writer.notes(), ...(again?.notes ?? [])],
    again:
      again === null
        ? null
        : {
            cash: again.cash,
            cash_flow: [...again.roles],
            fiscal_year_start_month: books.fiscalYearStartMonth,
          },
  };
}

async function booksOf(
  tx: Tx,
  companyId: PublicId<"company">,
  firstDate: OutBooks["firstDate"],
): Promise<OutBooks> {
  const { name, fiscal_year_start_month } = await readCompany(tx, companyId);
  const categories = inDisplayOrder(await chartStore.listCategories(tx, companyId));
  return {
    name,
    fiscalYearStartMonth: fiscal_year_start_month,
    accounts: ACCOUNT_TYPES.flatMap((type) => categories.filter(({ account_type }) => account_type === type)),
    departments: inDisplayOrder(await chartStore.listDepartments(tx, companyId)),
    firstDate,
  };
}

type Line = Awaited<ReturnType<typeof vouchersStore.listByDate>>[number];

/** The vouchers in the order of date and id, in batches of at least one. */
async function* vouchersOf(
  tx: Tx,
  companyId: PublicId<"company">,
): AsyncGenerator<OutVoucher[], void, undefined> {
  let after: Pick<Line, "date" | "voucher_id" | "line"> = {
    date: FIRST_DATE,
    voucher_id: "" as PublicId<"voucher">,
    line: 0,
  };
  let open: Line[] = [];
  for (;;) {
    const lines = await vouchersStore.listByDate(tx, companyId, after, LINES_PER_READ);
    const vouchers: OutVoucher[] = [];
    for (const line of lines) {
      if (open[0] && open[0].voucher_id !== line.voucher_id) {
        vouchers.push(voucherOf(open));
        open = [];
      }
      open.push(line);
    }
    const last = lines.at(-1);
    if (last) after = last;
    else if (open.length > 0) vouchers.push(voucherOf(open));
    if (vouchers.length > 0) yield vouchers;
    if (!last) return;
  }
}

function voucherOf(lines: readonly Line[]): OutVoucher {
  const {
    voucher_id: id,
    date,
    source,
    transaction_id,
    held,
    created,
  } = present(lines[0], "a voucher without lines");
  return { id, date, source, transaction_id, held, created, lines };
}
