/**
 * Pages around the editor of spreadsheets: a document as an XLSX workbook, and the former addresses of
 * documents, which lead to the editor. Invariant: for users who may not view forecasts of the document's
 * company, the document does not exist.
 */
import type { CompanyFor } from "@daybook/words/areas";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { Refusal } from "../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Workbooks } from "../../platform/workbooks/index.ts";
import { type AccessService, companyFor } from "../../modules/tenants/access/index.ts";
import type { SheetsService } from "../../modules/sheets/index.ts";
import { PATHS, sheetAddress } from "./addresses.ts";
import { leadTo } from "./browser.ts";
import type { OwnRoutes } from "./keys.ts";
import { notePage, TO_KEYS } from "./pages.ts";

export interface SheetNeeds {
  readonly access: Pick<AccessService, "listMemberships">;
  readonly sheets: Pick<SheetsService, "get" | "calculated">;
  readonly workbooks: Pick<Workbooks, "write">;
  readonly now: () => UnixSeconds;
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const NOTHING = { ranges: null, worksheetId: null, view: "values", charts: false, formats: false } as const;
const VIEW = [{ area: "forecast", level: "view" }] as const;
const NO_SHEET = notePage(
  "No such spreadsheet",
  "There is no spreadsheet at this address that you may see.",
  TO_KEYS,
);

/** Adds the routes of spreadsheets. */
export function sheetRoutes({ ownPage, send }: OwnRoutes, needs: SheetNeeds): void {
  ownPage(`${PATHS.sheets}/:id`, async ({ user }, request, reply) => {
    const { id } = request.params as { readonly id: string };
    const company = await companyOf(needs, user.id, id);
    return company === null ? send(reply, 404, NO_SHEET) : leadTo(reply, sheetAddress("", company, id));
  });
  ownPage(`${PATHS.sheets}/:id/workbook.xlsx`, async ({ user, visitor }, request, reply) => {
    const { id } = request.params as { readonly id: string };
    const { company: asked } = request.query as Record<string, unknown>;
    const company = await companyOf(needs, user.id, id, asked);
    if (company === null) return send(reply, 404, NO_SHEET);
    const { name, spreadsheet, results, calculation } = await needs.sheets.calculated(
      company,
      id,
      needs.now(),
    );
    if (results === null) {
      const why = calculation.isAvailable ? "" : calculation.message;
      return send(reply, 409, notePage("The spreadsheet can't be calculated", why, TO_KEYS, visitor));
    }
    const bytes = await needs.workbooks.write(spreadsheet, results, false, request.signal);
    return reply
      .header("content-type", XLSX)
      .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}.xlsx`)
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .send(bytes);
  });
}

/**
 * The company of the user that has the document, if the user may view it there. Copies of a company have
 * documents with the same ids, so an address may name the company.
 */
async function companyOf(
  { access, sheets, now }: SheetNeeds,
  user: PublicId<"user">,
  id: string,
  asked?: unknown,
): Promise<CompanyFor<"forecast:view"> | null> {
  for (const { company_id, lifecycle, permissions } of await access.listMemberships(user)) {
    const company = companyFor(company_id, permissions, VIEW);
    if (lifecycle !== "open" || company === null) continue;
    if (asked !== undefined && asked !== company_id) continue;
    try {
      await sheets.get(company, id, NOTHING, now());
      return company;
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "resource_missing")) throw error;
    }
  }
  return null;
}
