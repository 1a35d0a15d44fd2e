/** New and changed charts, as arrangements. */
import type { SheetChart } from "../api/generated/schemas.ts";
import type { Arrangement } from "./arrangements.ts";
import { type Kind, rangesOf } from "./charts.ts";
import type { SheetDocument } from "./document.ts";
import type { Rectangle } from "./protocol.ts";

type Position = SheetChart["position"];
export type ChartChange = (
  chart: SheetChart,
) => Partial<Omit<SheetChart, "id" | "position">> & { readonly position?: Partial<Position> };

/** Returns a new chart of an area, placed beside it. */
export function newChart(
  document: SheetDocument,
  worksheet: string,
  area: Rectangle,
  type: Kind,
): Arrangement | null {
  const sheet = document.worksheets.find(({ id }) => id === worksheet);
  if (sheet === undefined) return null;
  const column = area.right + 2 < sheet.column_count ? area.right + 2 : 0;
  const isText = (row: number, at: number) => typeof document.at(worksheet, row, at).value === "string";
  return {
    kind: "drawn",
    worksheet,
    chart: { id: null, place: document.charts.length },
    drawn: {
      worksheet_id: worksheet,
      type,
      title: null,
      ranges: [...rangesOf(sheet.name, area, isText)],
      position: { row: area.top, column, row_span: 14, column_span: 6 },
    },
  };
}

/** Returns a change of a chart that the page shows; null if the chart is gone. */
export function changedChart(document: SheetDocument, id: string, change: ChartChange): Arrangement | null {
  const chart = document.charts.find((each) => each.id === id);
  if (chart === undefined) return null;
  const { position: place, ...members } = change(chart);
  const { worksheet_id: worksheet, position: former } = chart;
  if (place === undefined) return { kind: "chart", worksheet, id, members, placed: [] };
  const position = { ...former, ...place };
  const placed = (Object.keys(former) as (keyof Position)[]).filter((at) => position[at] !== former[at]);
  return { kind: "chart", worksheet, id, members: { ...members, position }, placed };
}
