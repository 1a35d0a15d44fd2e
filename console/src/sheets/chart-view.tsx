/**
 * The charts of a worksheet, over its cells. Each can be changed by its menu. Its accessible name has its
 * kind and its ranges; its figures are cells of the sheet.
 */
import { Menu } from "@mantine/core";
import { createPortal } from "react-dom";
import { Suspense } from "react";
import type { SheetChart } from "../api/generated/schemas.ts";
import { MenuButton } from "../kit/menu-button.tsx";
import { loadLater } from "../parts/load-later.ts";
import { KINDS, pictureOf } from "./charts.ts";
import { type Edited, useEditor } from "./use-editor.ts";

const Picture = loadLater(async () => (await import("./chart-picture.tsx")).Picture);
/** Rows and columns by which a chart becomes larger or smaller. */
const STEP = { rows: 3, columns: 1 } as const;

export function SheetCharts({ editor }: Edited) {
  useEditor(editor);
  const { grid } = editor;
  if (grid === null) return null;
  const placed = editor.charts.map((chart) => {
    // Deleted lines may have left it beyond the last ones.
    const row = Math.min(chart.position.row, editor.sheet.row_count - 1);
    const column = Math.min(chart.position.column, editor.sheet.column_count - 1);
    return { plane: grid.planeOf(row, column), chart, row, column };
  });
  return grid.planes.map((plane, at) =>
    createPortal(
      placed
        .filter((each) => each.plane === plane)
        .map((each) => <PlacedChart key={each.chart.id} editor={editor} {...each} />),
      plane,
      String(at),
    ),
  );
}

interface Placed extends Edited {
  readonly chart: SheetChart;
  /** The cell in which it begins. */
  readonly row: number;
  readonly column: number;
}

function PlacedChart({ editor, chart, row, column }: Placed) {
  const { row_span: rows, column_span: columns } = chart.position;
  const data = editor.dataOf(chart);
  const box = editor.grid?.boxOf({
    top: row,
    left: column,
    bottom: row + rows - 1,
    right: Math.min(editor.sheet.column_count, column + columns) - 1,
  });
  const name = `${KINDS.find(([kind]) => kind === pictureOf(chart))?.[1] ?? ""} of ${chart.ranges.join(", ")}`;
  return (
    <figure className="sh-chart" style={box}>
      <figcaption>
        <span dir="auto">{chart.title}</span>
        {data.length > data.points.length && data.points.length > 0 ? (
          <span className="hint">
            The first {data.points.length} of {data.length.toLocaleString("en-US")}
          </span>
        ) : null}
        {editor.isReadOnly ? null : <ChartMenu editor={editor} chart={chart} name={name} />}
      </figcaption>
      <div className="sh-picture" role="img" aria-label={name}>
        <Suspense>
          <Picture kind={pictureOf(chart)} data={data} />
        </Suspense>
      </div>
    </figure>
  );
}

function ChartMenu({ editor, chart, name }: Edited & { readonly chart: SheetChart; readonly name: string }) {
  type Place = SheetChart["position"];
  const place = (change: (present: Place) => Partial<Place>): void =>
    void editor.changeChart(chart.id, ({ position }) => ({ position: change(position) }));
  const size = (by: 1 | -1): void =>
    place(({ row_span, column_span }) => ({
      row_span: Math.max(STEP.rows, row_span + by * STEP.rows),
      column_span: Math.max(2, column_span + by * STEP.columns),
    }));
  // When a chart is deleted or changes its layer, its menu disappears, and the focus with it.
  const leave = (): void => editor.grid?.element.focus({ preventScroll: true });
  return (
    <MenuButton name="The chart" label={`Change the chart: ${name}`} look="plain">
      {KINDS.map(([kind, label]) => (
        <Menu.Item key={kind} onClick={() => void editor.changeChart(chart.id, () => ({ type: kind }))}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        onClick={() => {
          place(() => editor.active);
          leave();
        }}
      >
        Move to the active cell
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => size(1)}>
        Larger
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => size(-1)}>
        Smaller
      </Menu.Item>
      <Menu.Item
        onClick={() => {
          void editor.deleteChart(chart);
          leave();
        }}
      >
        Delete the chart
      </Menu.Item>
    </MenuButton>
  );
}

/** Adds a chart of the selected cells. */
export function ChartButton({ editor }: Edited) {
  return (
    <MenuButton name="Chart of the selected cells" face="Chart">
      {KINDS.map(([kind, label]) => (
        <Menu.Item key={kind} onClick={() => void editor.addChart(kind)}>
          {label}
        </Menu.Item>
      ))}
    </MenuButton>
  );
}
