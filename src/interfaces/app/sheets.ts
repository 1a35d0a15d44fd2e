/**
 * The page of a spreadsheet: the worksheets of a document with the current values of their cells, as in the
 * API. It can't be edited here. Invariant: only users who may view forecasts of the document's company see
 * it; for others it does not exist.
 */
import { columnName, type Scalar } from "@daybook/formula/cells";
import { formatNumber } from "@daybook/formula/formats";
import { reaches } from "../../core/areas.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { Refusal } from "../../core/errors.ts";
import { html, type Markup } from "../../core/html.ts";
import { LIMITS } from "../../core/limits.ts";
import type { PublicId } from "../../core/public-id.ts";
import type { CellFormat } from "../../core/spreadsheet.ts";
import type { AccessService } from "../../modules/tenants/access/index.ts";
import type { SheetsService, SheetWithWorksheets } from "../../modules/sheets/index.ts";
import { qualifiedRange } from "../../modules/sheets/words.ts";
import { PATHS } from "./addresses.ts";
import type { OwnRoutes } from "./keys.ts";
import type { Page, Visitor } from "./layout.ts";
import { notePage, TO_KEYS } from "./pages.ts";

type SheetContents = Awaited<ReturnType<SheetsService["get"]>>;
type Tab = SheetWithWorksheets["worksheets"][number];

interface ShownSheet {
  readonly company: string;
  readonly sheet: SheetWithWorksheets;
  readonly tab: Tab;
  /** Null for a worksheet without cells. */
  readonly contents: SheetContents | null;
  /** True if cells of the worksheet are left out. */
  readonly isCut: boolean;
}

export interface SheetNeeds {
  readonly access: Pick<AccessService, "listMemberships">;
  readonly sheets: Pick<SheetsService, "get">;
  readonly now: () => UnixSeconds;
}

/** Columns of a page; further ones are left out, as are rows beyond what one read may select. */
const MOST_COLUMNS = 60;

/**
 * Characters of a text that a cell of a phone's width shows, and those of the longest text that a page holds,
 * whatever a format makes of it.
 */
const SHOWN_CHARACTERS = 15;
const TEXT_CHARACTERS = 1_000;

const NOTHING = { ranges: null, worksheetId: null, view: "values", charts: false, formats: false } as const;

/** Adds the route of spreadsheets. */
export function sheetRoutes({ ownPage, send }: OwnRoutes, needs: SheetNeeds): void {
  ownPage(`${PATHS.sheets}/:id`, async ({ user, visitor }, request, reply) => {
    const { id } = request.params as { readonly id: string };
    const { worksheet } = request.query as Record<string, unknown>;
    const shown = await shownSheet(needs, user.id, id, typeof worksheet === "string" ? worksheet : null);
    return shown === null
      ? send(
          reply,
          404,
          notePage(
            "No such spreadsheet",
            "There is no spreadsheet at this address that you may see.",
            TO_KEYS,
            visitor,
          ),
        )
      : send(reply, 200, sheetPage(visitor, shown));
  });
}

/** The document of that id in one of the user's companies, or null. An unknown worksheet is the first one. */
async function shownSheet(
  { access, sheets, now }: SheetNeeds,
  user: PublicId<"user">,
  id: string,
  worksheet: string | null,
): Promise<ShownSheet | null> {
  for (const { company_id, name: company, lifecycle, permissions } of await access.listMemberships(user)) {
    if (lifecycle !== "open" || !reaches(permissions.forecast, "view")) continue;
    try {
      const { sheet } = await sheets.get(company_id, id, NOTHING, now());
      const tab = sheet.worksheets.find((each) => each.id === worksheet) ?? sheet.worksheets[0];
      if (tab === undefined) continue;
      if (tab.used === null) return { company, sheet, tab, contents: null, isCut: false };
      const right = Math.min(tab.used.right, MOST_COLUMNS - 1);
      const bottom = Math.min(tab.used.bottom, Math.floor(LIMITS.sheet_range_cells.value / (right + 1)) - 1);
      const range = qualifiedRange(tab.name, { top: 0, left: 0, bottom, right });
      const contents = await sheets.get(
        company_id,
        id,
        { ...NOTHING, ranges: [range], formats: true },
        now(),
      );
      return { company, sheet, tab, contents, isCut: bottom < tab.used.bottom || right < tab.used.right };
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "resource_missing")) throw error;
    }
  }
  return null;
}

function sheetPage(visitor: Visitor, { company, sheet, tab, contents, isCut }: ShownSheet): Page {
  const tabs = sheet.worksheets.map(
    (each) =>
      html`<li><a href="${PATHS.sheets}/${sheet.id}?worksheet=${each.id}"${each.id === tab.id ? html` aria-current="page"` : null}>${each.name}</a></li>`,
  );
  return {
    title: sheet.name,
    visitor,
    isWide: true,
    body: html`<h1>${sheet.name}</h1>
<p class="lead">${company}, revision ${sheet.revision}. What you see is calculated now.</p>
<nav aria-label="Worksheets"><ul class="tabs">${tabs}</ul></nav>
${contents === null ? html`<p>Nothing is written on this worksheet.</p>` : [notes(contents), grid(tab, contents)]}
${isCut ? html`<p>This worksheet goes on; the page shows its beginning. The API reads any range of it.</p>` : null}`,
  };
}

function notes({ calculation }: SheetContents): Markup | null {
  if (calculation === null) return null;
  if (!calculation.isAvailable)
    return html`<div class="problem" role="alert"><p>${calculation.message}</p></div>`;
  const counts = calculation.warnings.map(({ count }) => count ?? 0);
  return counts.length === 0
    ? null
    : html`<p class="done">Figures count ${Math.max(...counts)} transactions that have no category yet.</p>`;
}

function grid(tab: Tab, { ranges, calculation }: SheetContents): Markup {
  const range = ranges?.[0];
  const { values = null, formats = null } = range ?? {};
  const formatOf = new Map((formats ?? []).map(({ row, column, format }) => [`${row} ${column}`, format]));
  const problems = new Map(
    (calculation?.isAvailable ? calculation.problems : []).map(({ row, column, message }) => [
      `${row} ${column}`,
      message,
    ]),
  );
  const width = values?.[0]?.length ?? 0;
  const head = Array.from({ length: width }, (_, column) => html`<th scope="col">${columnName(column)}</th>`);
  const rows = (values ?? []).map(
    (line, row) =>
      html`<tr><th scope="row">${row + 1}</th>${line.map((value, column) => cell(value, formatOf.get(`${row} ${column}`), problems.get(`${row} ${column}`)))}</tr>`,
  );
  return html`<div class="cells" tabindex="0" role="region" aria-label="Cells of ${tab.name}"><table>
<caption>${tab.name}</caption>
<thead><tr><td></td>${head}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

function cell(value: Scalar, format: CellFormat | undefined, problem: string | undefined): Markup {
  if (problem !== undefined) return html`<td class="failed" title="${problem}">Error</td>`;
  if (value === null) return html`<td></td>`;
  const whole = formatNumber(value, format?.number_format ?? "General");
  const text = whole.length > TEXT_CHARACTERS ? `${whole.slice(0, TEXT_CHARACTERS)}…` : whole;
  const shown = format?.bold ? html`<b>${text}</b>` : text;
  const isFigure =
    format?.horizontal_alignment === undefined
      ? typeof value === "number"
      : format.horizontal_alignment === "right";
  if (isFigure) return html`<td class="figure">${shown}</td>`;
  // A cell shows the beginning of a long text; a pointer over it shows more.
  return html`<td${text.length > SHOWN_CHARACTERS ? html` title="${text}"` : null}>${shown}</td>`;
}
