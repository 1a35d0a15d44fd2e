/**
 * Imports a journal as a new company: chart, departments and vouchers are written while they are read. The
 * chart is written a second time after its last account, because only then are the cash flow roles known.
 * Invariant: a refused import changes nothing.
 */
import type { BundleScope } from "../../../contract/bundle.ts";
import { assert } from "../../../core/assert.ts";
import { losAngelesDate } from "../../../core/civil-date.ts";
import { refuse } from "../../../core/errors.ts";
import { dayDoubt } from "../../../core/likely-days.ts";
import { LIMITS } from "../../../core/limits.ts";
import { PREFIXES, type PublicId } from "../../../core/public-id.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { departmentsSection } from "../../books/chart/index.ts";
import { companySection, featuresSection } from "../../tenants/company/index.ts";
import { type NewVoucher, writeVouchers } from "../../books/ledger/index.ts";
import type { BundleCompany } from "../../../contract/bundle-records.ts";
import { ChartBuilder } from "../rules/chart-from-accounts.ts";
import type { ColumnNames } from "../rules/csv-columns.ts";
import { DepartmentList } from "../rules/department-list.ts";
import { readJournalCsv } from "../rules/journal-csv.ts";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import type { ParsedVoucher } from "../rules/parsed-voucher.ts";
import { readPlainTextLedger } from "../rules/plain-text-ledger.ts";
import { chartSection, writeRecords } from "./sections.ts";

/** The date formats of a CSV. */
const DATE_FORMATS = { "YYYY-MM-DD": "iso", "MM/DD/YYYY": "us" } as const;

export interface JournalOptions {
  readonly format: "csv" | "ledger";
  /** The company's name. */
  readonly name: string;
  /** The owner's address; left out: one that is made of the company's id. */
  readonly owner_email?: string;
  /** Names of the columns of a CSV, by what they hold. */
  readonly columns?: ColumnNames;
  /** Accounts that are cash with everything beneath, besides those with the usual names of cash. */
  readonly cash?: readonly string[];
  /** One of `DATE_FORMATS`; left out: YYYY-MM-DD. */
  readonly date_format?: string;
  /** 1 to 12; left out: 1. */
  readonly fiscal_year_start_month?: number;
}

/** The counts of an imported journal. */
export interface JournalCounts {
  readonly vouchers: number;
  readonly entries: number;
  readonly categories: number;
  /** Sentences on what was taken otherwise than it was written. */
  readonly notes: readonly string[];
}

/** Digits of a voucher's number: enough that ids sort in the order of the file. */
const NUMBER_WIDTH = 9;

/**
 * Makes the company `scope.companyId` and fills it, in a transaction of the caller's.
 * @throws LineProblem at the first line that is wrong; `Refusal` for an option that can't be meant.
 */
export async function readJournal(
  scope: BundleScope<Tx>,
  source: AsyncIterable<Uint8Array>,
  options: JournalOptions,
): Promise<JournalCounts> {
  const vouchers = vouchersOf(source, options);
  const chart = new ChartBuilder({ cash: options.cash ?? [] });
  const departments = new DepartmentList();
  await writeRecords(companySection, scope, [companyOf(scope.companyId, options)]);
  const written = { categories: 0, departments: 0, vouchers: 0, entries: 0 };
  const writeChart = async (): Promise<void> => {
    const categories = chart.list();
    await writeRecords(
      chartSection,
      scope,
      categories.map(({ accountType, parentId, cashFlow, ...category }) => ({
        ...category,
        account_type: accountType,
        parent_id: parentId,
        cash_flow: cashFlow,
      })),
    );
    written.categories = categories.length;
  };
  const prepare = async (): Promise<void> => {
    if (chart.size > written.categories) await writeChart();
    if (departments.size > written.departments)
      await writeRecords(departmentsSection, scope, departments.list());
    written.departments = departments.size;
  };
  // A voucher's place is the line on which it begins, which is what refusals of a journal name.
  const refuseAt = (line: number, reason: string) =>
    new LineProblem(line, `The voucher that begins here can't be stored: ${reason}.`);
  const doubtOf = dayDoubt(losAngelesDate(scope.now));
  await writeVouchers({ ...scope, prepare, refuseAt }, async (writer) => {
    for await (const voucher of vouchers) {
      const doubt = doubtOf(voucher.date);
      if (doubt !== null) throw new LineProblem(voucher.line, `The ${doubt}.`);
      if (writer.add(postingOf(voucher, written.vouchers + 1, chart, departments), voucher.line))
        await writer.flush();
      written.vouchers += 1;
      written.entries += voucher.lines.length;
    }
  });
  if (written.vouchers === 0) throw new LineProblem(1, "The journal contains no vouchers.");
  const [unused] = chart.unusedCash();
  if (unused !== undefined)
    throw refuse("invalid_request", {
      param: "cash",
      message: `The journal has no account ${JSON.stringify(unused)} and none below it, so it can't be cash.`,
    });
  await writeChart();
  if (departments.size > 0) await writeRecords(featuresSection, scope, ["departments"]);
  return {
    vouchers: written.vouchers,
    entries: written.entries,
    categories: written.categories,
    notes: [...chart.notes(), ...departments.notes(), ...cashNote(chart)],
  };
}

/**
 * Says that no account is cash; without any, the cash flow statement explains nothing and `verify` names the
 * chart.
 */
function cashNote(chart: ChartBuilder): string[] {
  const roles = chart.list().map(({ cashFlow }) => cashFlow);
  if (roles.every((role) => role === null) || roles.includes("cash")) return [];
  return [
    "No account is cash by its name, so the cash flow statement explains no change of cash. Import the journal again and name the cash accounts with --cash.",
  ];
}

function vouchersOf(
  source: AsyncIterable<Uint8Array>,
  { format, columns = {}, date_format = "YYYY-MM-DD" }: JournalOptions,
): AsyncIterable<ParsedVoucher> {
  const dates = Object.entries(DATE_FORMATS).find(([name]) => name === date_format)?.[1];
  if (dates === undefined) {
    throw refuse("invalid_request", {
      param: "date_format",
      message: `\`date_format\` must be one of ${Object.keys(DATE_FORMATS).join(", ")}.`,
    });
  }
  return format === "csv" ? readJournalCsv(source, { columns, dates }) : readPlainTextLedger(source);
}

function companyOf(
  id: PublicId<"company">,
  { name, fiscal_year_start_month = 1 }: JournalOptions,
): Pick<BundleCompany, "id" | "name" | "legal_name" | "entity_type" | "fiscal_year_start_month"> {
  const most = LIMITS.text_field_characters.value;
  if (name === "" || Array.from(name).length > most || name.includes("\0") || !name.isWellFormed()) {
    throw refuse("invalid_request", {
      param: "name",
      message: `The company's name must be text of 1 to ${most} characters.`,
    });
  }
  assert(
    Number.isInteger(fiscal_year_start_month) &&
      fiscal_year_start_month >= 1 &&
      fiscal_year_start_month <= 12,
    "a fiscal year starts in one of twelve months",
  );
  // A journal does not name the type of its company; the most common one for such books is used until a
  // bundle changes it.
  return { id, name, legal_name: name, entity_type: "c_corp", fiscal_year_start_month };
}

function postingOf(
  voucher: ParsedVoucher,
  number: number,
  chart: ChartBuilder,
  departments: DepartmentList,
): NewVoucher {
  const id = `${PREFIXES.voucher}${String(number).padStart(NUMBER_WIDTH, "0")}` as PublicId<"voucher">;
  const { date, description, merchant } = voucher;
  return {
    id,
    created: null,
    lines: voucher.lines.map(({ account, department, netDebitCents, line, ...own }, index) => ({
      voucher_id: id,
      line: index + 1,
      date,
      category_id: chart.category(account, line),
      department_id: department === null ? null : departments.department(department, line),
      net_debit_cents: netDebitCents,
      merchant: own.merchant ?? merchant,
      description: own.description ?? description,
      source: "csv_upload",
      transaction_id: null,
      held: false,
    })),
  };
}
