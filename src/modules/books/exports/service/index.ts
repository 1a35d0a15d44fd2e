/** The service of the exports module: it accepts, reads and generates exports. */
import type { StatementChanges } from "../../../../contract/statement-changes.ts";
import { refuse } from "../../../../core/errors.ts";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import { LIMITS } from "@daybook/words/limits";
import { columnKey } from "../../../../core/statement-table.ts";
import type { PublicId } from "@daybook/words/public-id";
import { linkTo } from "../../../../platform/objects/index.ts";
import { companyStore } from "../../../tenants/company/index.ts";
import { CONTENT_TYPES } from "../rules/file.ts";
import { draftOf, type EntryRecord, type ReportsCompany } from "../../ledger/index.ts";
import { specialEquity } from "../../reports/index.ts";
import { adjustingIn, daysOf, equityCategories, keyOf, MOVEMENTS } from "../rules/figures.ts";
import { checkPdfPeriods, checkTable, type RawInput, readInput } from "../rules/request.ts";
import { type TableView, viewOf } from "../rules/view.ts";
import { DEPARTMENTS_FEATURE, type ExportInput, type TableInput } from "../rules/words.ts";
import type { ExportRow, Origin } from "../record.ts";
import { exportsStore } from "../store.ts";
import { accept, type Submission } from "./accept.ts";
import { generate, giveUp, sweep } from "./generate.ts";
import type { ExportsNeeds } from "./needs.ts";
import { type StatementNotesService, statementNotesService } from "./notes.ts";
import { removeOldFiles } from "./remove-old.ts";
import { readContent } from "./content.ts";
import { buildOpenable, layOutChanges } from "./table.ts";

type Company = PublicId<"company">;

/** A finished file, with a link to it. */
export interface ExportFile {
  readonly filename: string;
  readonly content_type: string;
  /** In bytes. */
  readonly size: number;
  readonly download_url: string;
  readonly expires_at: UnixSeconds;
}

/** An export with its file. Each read makes a new link to the file. */
export interface ExportWithLink extends ExportRow {
  readonly file: ExportFile | null;
}

/** A statement as a file that is not stored. */
export interface StatementFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A figure of a table, by the key of its row and the days of its column, and a page of its entries. Columns
 * of a trial balance may have the same days, and then the key of the column names it.
 */
export interface Figure {
  readonly row: string;
  readonly column: string | null;
  readonly start_date: CivilDate;
  readonly end_date: CivilDate;
  readonly limit: number;
  readonly starting_after: string | null;
}

export interface ExportsService extends StatementNotesService {
  /** Creates an export, or returns the existing one of its idempotency key. Returns no link. */
  accept(submission: Submission, input: ExportInput): Promise<ExportWithLink>;
  /**
   * Returns an export with a new link to its file. The API does not see the exports of the browser
   * application, which sees all. Throws the refusals `resource_missing` and `feature_disabled`.
   */
  get(
    companyId: ReportsCompany,
    id: string,
    features: ReadonlySet<string>,
    now: UnixSeconds,
    seenBy?: Origin,
  ): Promise<ExportWithLink>;
  /**
   * Makes the file of a statement at once, without a record of it, for whoever operates the service. Throws
   * the refusals of `readInput`, `invalid_date_range`, `feature_disabled`, and `invalid_request` for a
   * statement that is too large for the format.
   */
  makeFile(companyId: ReportsCompany, input: RawInput, signal: AbortSignal): Promise<StatementFile>;
  /** Returns the table of a statement as it is shown. Throws the refusals of `checkTable`. */
  readTable(companyId: ReportsCompany, input: TableInput): Promise<TableView>;
  /**
   * Returns up to `limit` + 1 entries of a figure in the JSON of the API, latest first. Throws the refusals
   * of `checkTable`, and `resource_missing` for a row or column that the table does not have, for a row whose
   * entries can't be listed, and for an unknown cursor.
   */
  listFigureEntries<View>(
    companyId: ReportsCompany,
    input: TableInput,
    figure: Figure,
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>>;
  /** Lays out what an entry would change in each statement. Throws the refusals of the ledger's `checkEntry`. */
  previewEntry(companyId: ReportsCompany, entry: EntryRecord): Promise<StatementChanges>;
  /** Makes one attempt to generate the file of an export. */
  generate(companyId: Company, id: string, signal: AbortSignal): Promise<void>;
  /** Marks an unfinished export as failed, because no further attempt will be made. */
  giveUp(companyId: Company, id: string): Promise<void>;
  /** Deletes the leftover files of an export's attempts. */
  sweep(companyId: Company, id: string): Promise<void>;
  /**
   * Removes the files of some exports that completed before a time; the records stay. Returns true if there
   * may be more.
   */
  removeOldFiles(companyId: Company, before: UnixSeconds): Promise<boolean>;
}

export function exportsService(needs: ExportsNeeds): ExportsService {
  const { db } = needs;
  return {
    accept: async (submission, input) => ({ ...(await accept(needs, submission, input)), file: null }),
    async get(companyId, id, features, now, seenBy = "api") {
      const row = await exportsStore.find(db, companyId, id);
      if (row === null || (row.origin !== "api" && seenBy === "api")) throw refuse("resource_missing");
      if (row.group_rows === "department" && !features.has(DEPARTMENTS_FEATURE))
        throw refuse("feature_disabled");
      return { ...row, file: await fileOf(needs, row, now) };
    },
    ...statementNotesService(needs),
    makeFile: (companyId, input, signal) => makeFile(needs, companyId, input, signal),
    async readTable(companyId, input) {
      checkTable(input);
      const { table, entries } = await buildOpenable(needs, companyId, input);
      return viewOf(table, entries);
    },
    listFigureEntries: (companyId, input, figure, layout) =>
      listFigureEntries(needs, companyId, input, figure, layout),
    previewEntry: async (companyId, entry) => layOutChanges(needs, companyId, draftOf(entry, "")),
    generate: (companyId, id, signal) => generate(needs, companyId, id, signal),
    giveUp: (companyId, id) => giveUp(needs, companyId, id),
    sweep: (companyId, id) => sweep(needs, companyId, id),
    removeOldFiles: (companyId, before) => removeOldFiles(needs, companyId, before),
  };
}

async function listFigureEntries<View>(
  needs: ExportsNeeds,
  companyId: ReportsCompany,
  input: TableInput,
  { row: key, column: named, start_date, end_date, limit, starting_after }: Figure,
  layout: JsonLayout<View>,
): Promise<JsonRows<View>> {
  checkTable(input);
  const { table, entries, chart } = await buildOpenable(needs, companyId, input);
  const found = entries[table.rows.findIndex((row, index) => keyOf(row, index) === key)] ?? null;
  const column = table.columns.find((each) =>
    named === null ? each.startDate === start_date && each.endDate === end_date : columnKey(each) === named,
  );
  if (found === null || column === undefined) throw refuse("resource_missing");
  const { fiscal_year_start_month } = await companyStore.get(needs.db, companyId);
  const { from, to } = daysOf(found, column, fiscal_year_start_month);
  const { departmentIds, flow, equity } = found;
  const categoryIds =
    equity === undefined ? found.categoryIds : equityCategories(equity, column.equity, chart);
  const movement = equity && MOVEMENTS[equity];
  if (movement !== undefined) {
    const moved = { movement, special: specialEquity(chart), limit, starting_after };
    const query = { categoryIds, from: from ?? start_date, to, ...moved };
    return needs.ledger.listMovedEntries(companyId, query, layout);
  }
  if (flow !== null)
    return needs.ledger.listFlowEntries(
      companyId,
      flow,
      { start_date: from ?? start_date, end_date: to, limit, starting_after },
      layout,
    );
  if (column.trial !== undefined) {
    const adjusting = adjustingIn(column, input.adjustments);
    const days = { from: input.start_date, to: input.end_date };
    const query = {
      categoryIds,
      from,
      to,
      adjusting: adjusting && { ...days, isOnly: adjusting === "only" },
      limit,
      starting_after,
    };
    return needs.ledger.listTrialEntries(companyId, query, layout);
  }
  const hasNone = departmentIds?.length === 0;
  const query = {
    category_id: categoryIds,
    department_id: hasNone ? null : departmentIds,
    without_department: hasNone ? true : null,
    start_date: from,
    end_date: to,
    merchant: null,
    source: null,
    transaction_id: null,
    limit,
    starting_after,
  };
  return needs.ledger.listResolvedEntries(companyId, query, layout);
}

async function makeFile(
  needs: ExportsNeeds,
  companyId: ReportsCompany,
  raw: RawInput,
  signal: AbortSignal,
): Promise<StatementFile> {
  const input = readInput(raw);
  checkPdfPeriods(input, (await companyStore.get(needs.db, companyId)).fiscal_year_start_month);
  if (
    input.group_rows === "department" &&
    !(await companyStore.listFeatures(needs.db, companyId)).includes(DEPARTMENTS_FEATURE)
  )
    throw refuse("feature_disabled");
  const { name, problem, render } = await readContent(needs, companyId, input, "", null);
  if (problem !== null) throw refuse("invalid_request", { param: "format", message: problem });
  return { name, bytes: await render(needs.renderer, signal) };
}

/** Returns the file with a new link; null if there is no file, or if the time for links is over. */
async function fileOf(
  { objects }: ExportsNeeds,
  { format, completed_at, file_key, file_name, file_size }: ExportRow,
  now: UnixSeconds,
): Promise<ExportFile | null> {
  if (file_key === null || file_name === null || file_size === null || completed_at === null) return null;
  if (now > completed_at + LIMITS.export_file_s.value) return null;
  const { filename, content_type, ...link } = await linkTo(objects, file_key, {
    name: file_name,
    contentType: CONTENT_TYPES[format],
    now,
    validS: LIMITS.export_link_s.value,
  });
  return { filename, content_type, size: file_size, ...link };
}
