/**
 * The API operations on spreadsheets. They convert requests to calls of the service, and results to
 * responses.
 */
import { cellName } from "@daybook/formula/cells";
import type { Handlers } from "../../../contract/operation.ts";
import { pageView } from "../../../contract/schemas.ts";
import type { sheetsContract } from "../contract/index.ts";
import { qualifiedRange, worksheetView } from "../rules/words.ts";
import type { SheetsService } from "../service/index.ts";
import type { RangeContents, SheetContents } from "../service/read.ts";

function rangeView({ worksheet, bounds, values, formulas, formats }: RangeContents) {
  return {
    worksheet_id: worksheet.id,
    range: qualifiedRange(worksheet.name, bounds),
    ...(values === null ? {} : { values: values.map((row) => [...row]) }),
    ...(formulas === null ? {} : { formulas: formulas.map((row) => [...row]) }),
    ...(formats === null
      ? {}
      : { formats: formats.map(({ row, column, format }) => ({ cell: cellName(row, column), ...format })) }),
  };
}

function calculationView({ sheet, calculation }: SheetContents) {
  if (calculation === null) return {};
  if (!calculation.isAvailable)
    return {
      calculation: {
        status: "unavailable" as const,
        errors: [{ code: "calculation_unavailable", message: calculation.message }],
        warnings: [],
      },
    };
  const errors = calculation.problems.map(({ sheet: place, row, column, code, message, formula }) => {
    const worksheet = sheet.worksheets[place];
    return {
      code,
      message,
      ...(worksheet === undefined ? {} : { worksheet_id: worksheet.id }),
      cell: cellName(row, column),
      ...(formula === null ? {} : { formula }),
    };
  });
  const warnings = calculation.warnings.map(({ code, message, formula, count }) => ({
    code,
    message,
    ...(formula === undefined ? {} : { formula }),
    ...(count === undefined ? {} : { count }),
  }));
  return {
    calculation: {
      status: errors.length === 0 ? ("complete" as const) : ("error" as const),
      errors,
      warnings,
    },
  };
}

export function sheetsHandlers(sheets: SheetsService): Handlers<typeof sheetsContract> {
  return {
    async listSheets({ principal, input }) {
      return pageView("/sheets", await sheets.list(principal.companyId, input), ({ id, name, revision }) => ({
        id,
        name,
        url: sheets.address(principal.companyId, id),
        revision,
      }));
    },
    async getSheet({ principal, input: { id, ranges, worksheet_id: worksheetId, view, include }, now }) {
      const query = {
        ranges,
        worksheetId,
        view: view ?? "values",
        charts: include?.includes("charts") ?? false,
        formats: include?.includes("formats") ?? false,
      };
      const contents = await sheets.get(principal.companyId, id, query, now);
      const { sheet, charts } = contents;
      return {
        id: sheet.id,
        name: sheet.name,
        url: sheets.address(principal.companyId, sheet.id),
        revision: sheet.revision,
        worksheets: sheet.worksheets.map(worksheetView),
        ...(contents.ranges === null ? {} : { ranges: contents.ranges.map(rangeView) }),
        ...calculationView(contents),
        ...(charts === null
          ? {}
          : { charts: charts.map(({ ranges: charted, ...chart }) => ({ ...chart, ranges: [...charted] })) }),
      };
    },
    async listSheetCells({ principal, input: { id, ...input } }) {
      const page = await sheets.search(principal.companyId, id, {
        ...input,
        // The parameter is required: the pipeline has refused requests without it.
        query: input.query ?? "",
        match: input.match ?? "contains",
      });
      const { data, ...envelope } = pageView(`/sheets/${id}/cells`, page, (hit) => ({
        worksheet_id: hit.worksheet.id,
        worksheet_name: hit.worksheet.name,
        cell: cellName(hit.row, hit.column),
        input: hit.input,
      }));
      return { ...envelope, revision: page.revision, data };
    },
    async deleteSheet({ principal, input: { id, base_revision: baseRevision } }) {
      await sheets.remove(principal.companyId, id, baseRevision);
      return null;
    },
  };
}
