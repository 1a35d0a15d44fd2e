/**
 * Builds the tables of a package. All are of one state of the books: if an entry changes while they are read,
 * they are read again.
 */
import { forOperator, type Permissions } from "@daybook/words/areas";
import { type CivilDate, losAngelesDate } from "@daybook/words/civil-date";
import { cents } from "@daybook/words/cents";
import { isOver } from "@daybook/words/compared-period";
import type { PublicId } from "@daybook/words/public-id";
import { refuse } from "../../../../core/errors.ts";
import type { StatementTable } from "../../../../core/statement-table.ts";
import { accessStore } from "../../../tenants/access/index.ts";
import { companyStore } from "../../../tenants/company/index.ts";
import {
  type ClosingEventRow,
  dayWords,
  type PackageDays,
  type PartRow,
  type PartTable,
  sumsStore,
} from "../../ledger/index.ts";
import { describePeriod, yearToDate } from "../rules/columns.ts";
import { closingOf, coverOf, partTable, readableParts } from "../rules/package.ts";
import type { ExportInput, StatementType, TableInput } from "../rules/words.ts";
import type { ExportsNeeds } from "./needs.ts";
import { buildTable } from "./table.ts";

const TITLE = "Closing Package";
/** How often the tables are read until no entry has changed meanwhile. */
const MOST_TRIES = 4;
const STATEMENTS: readonly StatementType[] = [
  "income_statement",
  "balance_sheet",
  "cash_flow",
  "changes_in_equity",
  "trial_balance",
];
const COMPARED: ReadonlySet<StatementType> = new Set(["income_statement", "balance_sheet", "cash_flow"]);

type PackageNeeds = Pick<ExportsNeeds, "db" | "clock" | "reports" | "ledger" | "parts">;

/**
 * Returns the tables of a package, the cover first. `permissions` are those of the member who reads it, null
 * for the operator. Throws the refusals of the statements, and `service_unavailable` for books that change
 * all the time.
 */
export async function buildPackage(
  needs: PackageNeeds,
  companyId: PublicId<"company">,
  input: ExportInput,
  link: string,
  permissions: Permissions | null,
): Promise<readonly StatementTable[]> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = await sumsStore.findRevision(needs.db, companyId);
    const tables = await readTables(needs, companyId, input, link, permissions);
    if ((await sumsStore.findRevision(needs.db, companyId)) === before) return tables;
  }
  throw refuse("service_unavailable", {
    message: "The books change while the package is made. Ask for it again when nothing is imported.",
  });
}

async function readTables(
  needs: PackageNeeds,
  id: PublicId<"company">,
  input: ExportInput,
  link: string,
  permissions: Permissions | null,
): Promise<readonly StatementTable[]> {
  const { db, clock, ledger } = needs;
  const companyId = forOperator(id);
  const now = clock.now();
  const today = losAngelesDate(now);
  const { start_date: startDate, end_date: endDate } = input;
  const { fiscal_year_start_month } = await companyStore.get(db, id);
  const toDate = yearToDate(endDate, fiscal_year_start_month, today);
  const statements: StatementTable[] = [];
  for (const report_type of STATEMENTS)
    statements.push(
      await buildTable(needs, companyId, tableInput(input, report_type, toDate.startDate), link),
    );
  const members = new Map(
    (await accessStore.listMembers(db, id)).map(
      ({ user_id, first_name, last_name, email }): [string, string] => [
        user_id,
        [first_name, last_name].filter((name) => name !== null).join(" ") || email,
      ],
    ),
  );
  const days: PackageDays = {
    startDate,
    endDate,
    now,
    nameOf: (actor) => (actor === null ? "a bundle" : (members.get(actor) ?? actor)),
  };
  const { read, left } = readableParts(needs.parts, permissions);
  const events = await ledger.listClosings(companyId);
  const closing = closingOf(events, endDate);
  const [first] = statements;
  if (first === undefined) throw new Error("a package has statements");
  const { title: _title, textColumns: _texts, columns: _columns, rows: _rows, ...frame } = first;
  const tables = [...statements];
  await db.transaction(
    async (tx) => {
      for (const part of read)
        tables.push(partTable(part.title, await part.read(tx, companyId, days), frame));
    },
    { mode: "snapshot" },
  );
  const checklist = await checklistOf(needs, id, endDate, closing, today, days);
  tables.push(partTable("Closing Checklist", checklist, frame));
  const period = describePeriod(startDate, endDate, today);
  const state = stateOf(closing, endDate, today, days);
  return [partTable(TITLE, coverOf(tables, left, state, period), frame), ...tables];
}

/** The input of a statement of the package: one column for all days, beside the fiscal year so far. */
function tableInput(input: ExportInput, report_type: StatementType, yearStart: CivilDate): TableInput {
  const isCompared = COMPARED.has(report_type);
  const hasYear = isCompared && report_type !== "balance_sheet" && yearStart !== input.start_date;
  return {
    ...input,
    report_type,
    group_period: report_type === "changes_in_equity" ? "year" : "whole",
    compare: isCompared ? input.compare : "none",
    beside: hasYear ? "year_to_date" : "none",
  };
}

function instantDay(at: PackageDays["now"]): string {
  return dayWords(losAngelesDate(at));
}

/** What the cover says of whether the figures can change. */
function stateOf(
  closing: ClosingEventRow | null,
  endDate: CivilDate,
  today: CivilDate,
  { nameOf, now }: PackageDays,
): readonly string[] {
  const made = `Made on ${instantDay(now)}`;
  if (!isOver(endDate, today)) return ["The period is not over: its figures are those so far", made];
  if (closing === null) return ["The books are not closed through the last day: figures may change", made];
  return [
    `Closed through ${dayWords(closing.through)} by ${nameOf(closing.actor)} on ${instantDay(closing.at)}`,
    checklistState(closing.checklist),
    ...(closing.reason === null ? [] : [`Reason: ${closing.reason}`]),
    made,
  ];
}

function checklistState(checklist: ClosingEventRow["checklist"]): string {
  if (checklist === null) return "No checklist was kept at the closing";
  const open = checklist.filter(({ state }) => state === "open").length;
  if (open === 0) return "No item of the checklist was open";
  return open === 1 ? "1 item of the checklist was open" : `${open} items of the checklist were open`;
}

const STATES = { open: "Open", done: "Done", nothing: "Nothing to check" } as const;

/** The checklist as it was kept with the closing, or as it is now. */
async function checklistOf(
  { ledger }: PackageNeeds,
  companyId: PublicId<"company">,
  endDate: CivilDate,
  closing: ClosingEventRow | null,
  today: CivilDate,
  { now }: PackageDays,
): Promise<PartTable> {
  const isKept = closing !== null;
  const items = isKept
    ? (closing.checklist ?? [])
    : (await ledger.getChecklist(forOperator(companyId), endDate, { now, today })).items;
  return {
    period: isKept ? `As kept at the closing, ${instantDay(closing.at)}` : `As it is on ${instantDay(now)}`,
    columns: ["Amount"],
    rows: Object.entries(STATES).flatMap(([state, label]): PartRow[] => {
      const found = items.filter((item) => item.state === state);
      if (found.length === 0) return [];
      return [
        { kind: "heading", label },
        ...found.map(({ title, evidence, amount_cents }) => ({
          label: `${title}: ${evidence}`,
          depth: 1,
          amounts: [amount_cents === null ? null : cents(amount_cents)],
        })),
      ];
    }),
  };
}
