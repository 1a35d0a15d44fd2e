/** Edits of charts. They are made anew if others have changed the spreadsheet meanwhile, with what it has then. */
import type { SheetChart, SheetEdit } from "../api/generated/schemas.ts";
import { type Kind, rangesOf } from "./charts.ts";
import type { SheetDocument } from "./document.ts";
import { Mover } from "./moving.ts";
import type { Rectangle } from "./protocol.ts";
import type { Made } from "./storing.ts";

export type ChartChange = (chart: SheetChart) => Partial<Omit<SheetChart, "id">>;

/** A new chart of an area, beside it. The area follows the lines that are inserted and deleted before. */
export function newChart(document: SheetDocument, worksheet: string, selected: Rectangle, type: Kind) {
  let area: Rectangle | null = selected;
  return {
    make: (): SheetEdit | null => {
      const sheet = document.worksheets.find(({ id }) => id === worksheet);
      if (area === null || sheet === undefined) return null;
      const column = area.right + 2 < sheet.column_count ? area.right + 2 : 0;
      return {
        kind: "put_chart",
        worksheet_id: worksheet,
        type,
        title: null,
        ranges: [
          ...rangesOf(
            sheet.name,
            area,
            (row, at) => typeof document.at(worksheet, row, at).value === "string",
          ),
        ],
        position: { row: area.top, column, row_span: 14, column_span: 6 },
      };
    },
    hear: ({ moves, isKnown }: Made): void => {
      if (!isKnown) area = null;
      for (const move of moves) {
        const mover = new Mover(move, document.worksheets);
        if (area === null) return;
        const from = mover.place(worksheet, area.top, area.left);
        const to = mover.place(worksheet, area.bottom, area.right);
        area =
          from === null || to === null
            ? null
            : { top: from.row, left: from.column, bottom: to.row, right: to.column };
      }
    },
  };
}

/** A chart as it is now, with a change; null if it is gone. */
export function changedChart(document: SheetDocument, id: string, change: ChartChange): SheetEdit | null {
  const chart = document.charts.find((each) => each.id === id);
  if (chart === undefined) return null;
  const { id: chart_id, ranges, ...rest } = { ...chart, ...change(chart) };
  return { kind: "put_chart", chart_id, ranges: [...ranges], ...rest };
}
