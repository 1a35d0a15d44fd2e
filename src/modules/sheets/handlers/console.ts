/** The operations of the web console on spreadsheets. */
import { FormulaText, inputValue } from "@daybook/formula/cells";
import type { Static } from "typebox";
import type { Handlers } from "../../../contract/operation.ts";
import type { PublicId } from "@daybook/words/public-id";
import { PLAIN_LAYOUT } from "../../../core/spreadsheet.ts";
import type { sheetEditSchema, sheetsConsoleContract } from "../contract/console.ts";
import type { SheetRow } from "../record.ts";
import { layoutOf } from "../rules/lines.ts";
import { type UsedWorksheet, worksheetView } from "../rules/words.ts";
import type { SheetFrame } from "../service/content.ts";
import type { CellEdit, SheetEdit } from "../service/edit.ts";
import type { SheetsService } from "../service/index.ts";
import type { WorkbookReader } from "../service/workbook.ts";

type Company = PublicId<"company">;
type StatedEdit = Static<typeof sheetEditSchema>;
type StatedCell = Extract<StatedEdit, { kind: "cells" }>["cells"][number];

/** The grid of a new worksheet. */
const NEW_GRID = { rowCount: 1_000, columnCount: 26 } as const;
const FIRST_WORKSHEET = "Sheet1";
const UNNAMED = "Imported spreadsheet";

function cellEdit(worksheet: string, { row, column, input, fills, format }: StatedCell): CellEdit {
  const typed = input === undefined || input === null ? input : inputValue(input);
  const value =
    typed instanceof FormulaText && fills !== undefined ? new FormulaText(typed.text, fills) : typed;
  return {
    worksheet,
    row,
    column,
    ...(value === undefined ? {} : { value }),
    ...(format === undefined ? {} : { format }),
  };
}

function chartEdit(stated: Extract<StatedEdit, { kind: "put_chart" }>): SheetEdit {
  const { kind, chart_id: id = null, place = null, worksheet_id: worksheet, ...chart } = stated;
  return { kind, place, chart: { id, worksheet, ...chart } };
}

function editOf(stated: StatedEdit): SheetEdit {
  switch (stated.kind) {
    case "rename":
      return stated;
    case "cells": {
      const { kind, worksheet_id, cells } = stated;
      return { kind, cells: cells.map((cell) => cellEdit(worksheet_id, cell)) };
    }
    case "add_worksheet": {
      const { kind, name, row_count: rowCount, column_count: columnCount, place = null } = stated;
      return { kind, name, rowCount, columnCount, place };
    }
    case "grow_worksheet": {
      const { kind, worksheet_id: worksheet, row_count: rowCount, column_count: columnCount } = stated;
      return { kind, worksheet, rowCount, columnCount };
    }
    case "put_chart":
      return chartEdit(stated);
    case "names": {
      const { kind, names } = stated;
      return {
        kind,
        names: names.map(({ worksheet_id: worksheet, ...name }) => ({ ...name, worksheet })),
      };
    }
    case "delete_chart":
      return { kind: stated.kind, chart: stated.chart_id };
    case "insert_lines":
    case "delete_lines":
    case "size_lines":
    case "freeze_lines":
    case "rename_worksheet":
    case "move_worksheet":
    case "delete_worksheet": {
      const { worksheet_id: worksheet, ...rest } = stated;
      return { ...rest, worksheet };
    }
  }
}

function sizedView(worksheet: UsedWorksheet) {
  const { column_widths, row_heights, ...frozen } = layoutOf(worksheet);
  return {
    ...worksheetView(worksheet),
    column_widths: [...column_widths],
    row_heights: [...row_heights],
    ...frozen,
  };
}

const chartsView = (charts: SheetFrame["charts"]) =>
  charts.map(({ ranges, ...chart }) => ({ ...chart, ranges: [...ranges] }));

export function sheetsConsoleHandlers(
  sheets: SheetsService,
  readWorkbook: WorkbookReader,
): Handlers<typeof sheetsConsoleContract> {
  const summary = (company: Company, { id, name, revision }: SheetRow) => ({
    id,
    name,
    url: sheets.address(company, id),
    revision,
  });
  const frame = (company: Company, { sheet, names, charts }: SheetFrame) => ({
    ...summary(company, sheet),
    worksheets: sheet.worksheets.map(sizedView),
    names: [...names],
    charts: chartsView(charts),
  });
  return {
    async createSheet({ principal: { companyId }, body: { name }, now }) {
      const first = {
        name: FIRST_WORKSHEET,
        ...NEW_GRID,
        cells: [],
        formats: [],
        charts: [],
        layout: PLAIN_LAYOUT,
      };
      return summary(
        companyId,
        await sheets.create(companyId, name, { worksheets: [first], names: [] }, now),
      );
    },
    async importSheet({ principal: { companyId }, body: { file }, now }) {
      const { spreadsheet, notes } = await readWorkbook(file.content);
      const name = (file.name ?? "").replace(/\.[^.]*$/u, "").trim();
      const sheet = await sheets.create(companyId, name === "" ? UNNAMED : name, spreadsheet, now);
      return { object: "sheet_import" as const, sheet: summary(companyId, sheet), notes: [...notes] };
    },
    async getSheetContent({ principal: { companyId }, input: { id, starting_after: after } }) {
      const page = await sheets.content(companyId, id, after);
      return {
        object: "sheet_content" as const,
        ...frame(companyId, page),
        blocks: [...page.blocks],
        next: page.next,
      };
    },
    async getSheetChanges({ principal: { companyId }, input: { id, since } }) {
      const changes = await sheets.changes(companyId, id, since);
      return {
        object: "sheet_changes" as const,
        ...frame(companyId, changes),
        blocks: [...changes.blocks],
        is_known: changes.isKnown,
        are_moves_known: changes.areMovesKnown,
        moves: [...changes.moves],
      };
    },
    async editSheet({ principal: { companyId }, input: { id }, body: { base_revision, edits } }) {
      const sheet = await sheets.edit(companyId, id, base_revision, ...edits.map(editOf));
      return {
        object: "edited_sheet" as const,
        ...summary(companyId, sheet),
        worksheets: sheet.worksheets.map(sizedView),
        names: [...sheet.names],
        charts: chartsView(sheet.charts),
      };
    },
    async askBooks({ principal: { companyId }, body: { calls }, now }) {
      const answers = await sheets.books(companyId, now, calls);
      return {
        object: "book_answers" as const,
        answers: answers.map((answer) =>
          "rows" in answer ? { ...answer, rows: answer.rows.map((row) => [...row]) } : answer,
        ),
      };
    },
  };
}
