/**
 * What a person arranges beside the cells: sizes of lines, frozen lines and charts. An arrangement is data:
 * the state that something shall have. Invariant: it names only what was changed, so that making it, taking
 * it back and making it again keep what others changed.
 */
import { LIMITS } from "../api/generated/limits.ts";
import { movedLine, movedLines, movedPosition } from "@daybook/formula/cells";
import type { EditedSheet, SheetChart, SheetEdit } from "../api/generated/schemas.ts";
import type { Worksheet } from "./cells.ts";
import type { Mover, SheetMove } from "./moving.ts";

export type Lines = "rows" | "columns";
type SizeChanges = readonly { readonly line: number; readonly pixels: number | null }[];
type Drawn = Omit<SheetChart, "id">;
type Position = SheetChart["position"];

/**
 * A chart that is added or deleted: its position among all charts, and its id, which a new one has once it is
 * stored.
 */
interface ComingChart {
  id: string | null;
  place: number;
}

export type Arrangement = { readonly worksheet: string } & (
  | { readonly kind: "sizes"; readonly lines: Lines; readonly sizes: SizeChanges }
  /** The first rows and columns that are frozen; what is left out stays. */
  | { readonly kind: "frozen"; readonly rows?: number; readonly columns?: number }
  /**
   * `placed` names the members of the position that change; the others say where the chart was, so that it
   * follows moved lines.
   */
  | {
      readonly kind: "chart";
      readonly id: string;
      readonly members: Partial<Drawn>;
      readonly placed: readonly (keyof Position)[];
    }
  | { readonly kind: "drawn"; readonly chart: ComingChart; readonly drawn: Drawn }
  | { readonly kind: "deleted"; readonly chart: ComingChart }
);

export type Frame = Pick<EditedSheet, "worksheets" | "names" | "charts">;

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const MOST_SIZES = LIMITS.sheet_sized_lines;

/** Sets the size of lines; null is the ordinary one. */
export function sizing(
  worksheet: string,
  lines: Lines,
  first: number,
  count: number,
  pixels: number | null,
): Arrangement {
  const sizes = Array.from({ length: Math.min(count, MOST_SIZES) }, (_, at) => ({
    line: first + at,
    pixels,
  }));
  return { kind: "sizes", worksheet, lines, sizes };
}

export function deletion({ charts }: Pick<Frame, "charts">, id: string): Arrangement | null {
  const place = charts.findIndex((chart) => chart.id === id);
  const worksheet = charts[place]?.worksheet_id;
  return worksheet === undefined ? null : { kind: "deleted", worksheet, chart: { id, place } };
}

/** Returns the arrangement that undoes another one if that is made now; null if that changes nothing. */
export function formerOf(arrangement: Arrangement, { worksheets, charts }: Frame): Arrangement | null {
  const { kind, worksheet } = arrangement;
  const sheet = worksheets.find(({ id }) => id === worksheet);
  if (sheet === undefined) return null;
  switch (kind) {
    case "sizes": {
      const present = new Map(sheet[sizesOf(arrangement.lines)].map(({ line, pixels }) => [line, pixels]));
      const sizes = arrangement.sizes.map(({ line }) => ({ line, pixels: present.get(line) ?? null }));
      return isSame(sizes, arrangement.sizes) ? null : { ...arrangement, sizes };
    }
    case "frozen": {
      const { rows = sheet.frozen_rows, columns = sheet.frozen_columns } = arrangement;
      const former = {
        ...(rows === sheet.frozen_rows ? {} : { rows: sheet.frozen_rows }),
        ...(columns === sheet.frozen_columns ? {} : { columns: sheet.frozen_columns }),
      };
      return isSame(former, {}) ? null : { kind, worksheet, ...former };
    }
    case "chart": {
      const chart = charts.find(({ id }) => id === arrangement.id);
      if (chart === undefined) return null;
      const members = Object.fromEntries(
        Object.keys(arrangement.members).map((member) => [member, chart[member as keyof Drawn]]),
      );
      return isSame(changed(chart, arrangement), chart) ? null : { ...arrangement, members };
    }
    case "drawn":
      return { kind: "deleted", worksheet, chart: arrangement.chart };
    case "deleted": {
      const { id: _id, ...drawn } = charts.find(({ id }) => id === arrangement.chart.id) ?? {
        worksheet_id: "",
      };
      return "type" in drawn ? { kind: "drawn", worksheet, chart: arrangement.chart, drawn } : null;
    }
  }
}

/** True if both size the same lines, so that the later one alone comes to the same. */
export function sizesSame(earlier: Arrangement, later: Arrangement): boolean {
  const linesOf = (each: Arrangement) =>
    each.kind === "sizes" ? [each.worksheet, each.lines, each.sizes.map(({ line }) => line)] : null;
  return linesOf(later) !== null && isSame(linesOf(earlier), linesOf(later));
}

const sizesOf = (lines: Lines) => (lines === "rows" ? "row_heights" : "column_widths");

/**
 * Returns the worksheets and charts with an arrangement that is not stored yet. A new chart has no id yet.
 */
export function arranged(frame: Frame, arrangement: Arrangement): Frame {
  const { worksheets, charts } = frame;
  const inSheet = (change: (sheet: Worksheet) => Worksheet): Frame => ({
    ...frame,
    worksheets: worksheets.map((sheet) => (sheet.id === arrangement.worksheet ? change(sheet) : sheet)),
  });
  switch (arrangement.kind) {
    case "sizes":
      return inSheet((sheet) => {
        const member = sizesOf(arrangement.lines);
        const sizes = new Map<number, number | null>(
          [...sheet[member], ...arrangement.sizes].map(({ line, pixels }) => [line, pixels]),
        );
        const own = [...sizes].flatMap(([line, pixels]) => (pixels === null ? [] : [{ line, pixels }]));
        return { ...sheet, [member]: own };
      });
    case "frozen":
      return inSheet((sheet) => ({ ...sheet, ...frozenOf(arrangement, sheet) }));
    case "chart": {
      const { id } = arrangement;
      return {
        ...frame,
        charts: charts.map((chart) => (chart.id === id ? changed(chart, arrangement) : chart)),
      };
    }
    case "drawn": {
      const { id, place } = arrangement.chart;
      if (id === null || charts.some((chart) => chart.id === id)) return frame;
      return { ...frame, charts: charts.toSpliced(place, 0, { id, ...arrangement.drawn }) };
    }
    case "deleted":
      return { ...frame, charts: charts.filter(({ id }) => id !== arrangement.chart.id) };
  }
}

function frozenOf({ rows, columns }: Extract<Arrangement, { kind: "frozen" }>, sheet: Worksheet) {
  return { frozen_rows: rows ?? sheet.frozen_rows, frozen_columns: columns ?? sheet.frozen_columns };
}

function changed(
  chart: SheetChart,
  { members, placed }: Extract<Arrangement, { kind: "chart" }>,
): SheetChart {
  const { position = chart.position } = members;
  const own = Object.fromEntries(placed.map((member) => [member, position[member]]));
  return { ...chart, ...members, position: { ...chart.position, ...own } };
}

/** Returns the edit that stores an arrangement in what the service has; null if its subject is gone. */
export function editOf(arrangement: Arrangement, { worksheets, charts }: Frame): SheetEdit | null {
  const sheet = worksheets.find(({ id }) => id === arrangement.worksheet);
  if (sheet === undefined) return null;
  const { id: worksheet_id } = sheet;
  switch (arrangement.kind) {
    case "sizes": {
      const { lines, sizes } = arrangement;
      return sizes.length === 0 ? null : { kind: "size_lines", worksheet_id, lines, sizes: [...sizes] };
    }
    case "frozen":
      return { kind: "freeze_lines", worksheet_id, ...frozenOf(arrangement, sheet) };
    case "chart": {
      const chart = charts.find(({ id }) => id === arrangement.id);
      if (chart === undefined) return null;
      const { id: chart_id, ...drawn } = changed(chart, arrangement);
      return { kind: "put_chart", chart_id, ...drawn };
    }
    case "drawn": {
      const { chart, drawn } = arrangement;
      if (chart.id !== null) return { kind: "put_chart", chart_id: chart.id, place: chart.place, ...drawn };
      // The cells of a new chart were deleted before it was made.
      return drawn.ranges.some((range) => range.endsWith("#REF!")) ? null : { kind: "put_chart", ...drawn };
    }
    case "deleted": {
      const chart = charts.find(({ id }) => id === arrangement.chart.id);
      return chart === undefined ? null : { kind: "delete_chart", chart_id: chart.id };
    }
  }
}

/**
 * Returns a function that updates other arrangements when one is about to be stored: if it deletes a chart,
 * taking that back restores the chart with what others have changed until then.
 */
export function renewing(stored: Arrangement, frame: Frame): (each: Arrangement) => Arrangement {
  const drawn = stored.kind === "deleted" ? formerOf(stored, frame) : null;
  return (each) =>
    each.kind === "drawn" && drawn?.kind === "drawn" && each.chart === drawn.chart ? drawn : each;
}

/** Gives a new chart the id under which it was stored. */
export function nameStored(arrangement: Arrangement, before: Frame, after: Frame): void {
  if (arrangement.kind !== "drawn") return;
  const known = new Set(before.charts.map(({ id }) => id));
  const place = after.charts.findIndex(({ id }) => !known.has(id));
  if (place >= 0) Object.assign(arrangement.chart, { id: after.charts[place]?.id, place });
}

/** Returns an arrangement that has followed its lines in a move. */
export function movedArrangement(arrangement: Arrangement, mover: Mover): Arrangement {
  const { move } = mover;
  const isOwn = arrangement.worksheet === move.worksheet_id;
  switch (arrangement.kind) {
    case "sizes": {
      if (!isOwn || arrangement.lines !== move.lines) return arrangement;
      const sizes = arrangement.sizes.flatMap(({ line, pixels }) => {
        const to = movedLine(line, move);
        return to === null ? [] : [{ line: to, pixels }];
      });
      return { ...arrangement, sizes };
    }
    case "frozen": {
      const count = arrangement[move.lines];
      return isOwn && count !== undefined
        ? { ...arrangement, [move.lines]: movedCount(count, move) }
        : arrangement;
    }
    case "chart":
      return { ...arrangement, members: movedChart(arrangement.members, arrangement.worksheet, mover) };
    case "drawn":
      return { ...arrangement, drawn: movedChart(arrangement.drawn, arrangement.worksheet, mover) };
    case "deleted":
      return arrangement;
  }
}

const movedCount = (count: number, move: SheetMove): number =>
  (movedLines(0, count - 1, move)?.[1] ?? -1) + 1;

/** Returns a chart, or some of its members, after lines of its worksheet were moved. */
export function movedChart<C extends Partial<Drawn>>(chart: C, worksheet: string, mover: Mover): C {
  const { position, ranges } = chart;
  return {
    ...chart,
    ...(ranges === undefined ? {} : { ranges: ranges.map((range) => mover.text(worksheet, range)) }),
    ...(position === undefined || worksheet !== mover.move.worksheet_id
      ? {}
      : { position: movedPosition(position, mover.move) }),
  };
}

/** Returns an arrangement with its ranges rewritten. */
export function rewrittenArrangement(
  arrangement: Arrangement,
  rewrite: (range: string) => string,
): Arrangement {
  const of = <C extends Partial<Drawn>>(chart: C): C =>
    chart.ranges === undefined ? chart : { ...chart, ranges: chart.ranges.map(rewrite) };
  if (arrangement.kind === "chart") return { ...arrangement, members: of(arrangement.members) };
  if (arrangement.kind === "drawn") return { ...arrangement, drawn: of(arrangement.drawn) };
  return arrangement;
}
