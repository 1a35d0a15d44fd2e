/**
 * What a deletion of lines takes from a spreadsheet beside cells: sizes, frozen lines, and the ranges of
 * charts and names. When the deletion is taken back, these are stored together with the lines. Invariant:
 * what someone has changed since the deletion stays.
 */
import type { SheetEdit } from "../api/generated/schemas.ts";
import { type Frame, isSame, movedChart } from "./arrangements.ts";
import { Mover, type SheetMove } from "./moving.ts";

/** A document before a deletion, and as the deletion left it. */
export interface Taken {
  readonly before: Frame;
  readonly left: Frame;
}

/** The edits that give back what a deletion took, to be made after `move` has inserted its lines again. */
export function editsBack(taken: Taken, now: Frame, move: SheetMove): readonly SheetEdit[] {
  const mover = new Mover(move, now.worksheets);
  return [
    ...sizesBack(taken, move),
    ...frozenBack(taken, now, move),
    ...chartsBack(taken, now, mover),
    ...namesBack(taken, now, mover),
  ];
}

const sheetOf = ({ worksheets }: Frame, id: string) => worksheets.find((each) => each.id === id);

function sizesBack({ before }: Taken, { worksheet_id, lines, at, count }: SheetMove): readonly SheetEdit[] {
  const sheet = sheetOf(before, worksheet_id);
  const all = (lines === "rows" ? sheet?.row_heights : sheet?.column_widths) ?? [];
  const sizes = all.filter(({ line }) => line >= at && line < at + count);
  return sizes.length === 0 ? [] : [{ kind: "size_lines", worksheet_id, lines, sizes }];
}

function frozenBack(
  { before, left }: Taken,
  now: Frame,
  { worksheet_id, lines }: SheetMove,
): readonly SheetEdit[] {
  const member = lines === "rows" ? "frozen_rows" : "frozen_columns";
  const [former, after, present] = [before, left, now].map((frame) => sheetOf(frame, worksheet_id));
  if (former === undefined || after === undefined || present === undefined) return [];
  if (former[member] === after[member] || after[member] !== present[member]) return [];
  const { frozen_rows, frozen_columns } = present;
  return [
    { kind: "freeze_lines", worksheet_id, frozen_rows, frozen_columns, [member]: former[member] } as const,
  ];
}

function chartsBack({ before, left }: Taken, now: Frame, mover: Mover): readonly SheetEdit[] {
  return now.charts.flatMap((chart): readonly SheetEdit[] => {
    const [former, after] = [before, left].map(({ charts }) => charts.find(({ id }) => id === chart.id));
    if (former === undefined || after === undefined) return [];
    const { ranges, position } = movedChart(chart, chart.worksheet_id, mover);
    const moved = { ranges, position };
    const wanted = {
      ranges: isSame(after.ranges, chart.ranges) ? former.ranges : moved.ranges,
      position: isSame(after.position, chart.position) ? former.position : moved.position,
    };
    const { id: chart_id, ...rest } = chart;
    return isSame(wanted, moved) ? [] : [{ kind: "put_chart", chart_id, ...rest, ...wanted }];
  });
}

function namesBack({ before, left }: Taken, now: Frame, mover: Mover): readonly SheetEdit[] {
  const formulaIn = ({ names }: Frame, { name, worksheet_id }: Frame["names"][number]) =>
    names.find((each) => each.name === name && each.worksheet_id === worksheet_id)?.formula;
  const moved = now.names.map((name) => ({ ...name, formula: mover.text(name.worksheet_id, name.formula) }));
  const wanted = now.names.map((name, at) => ({
    ...name,
    formula:
      (formulaIn(left, name) === name.formula ? formulaIn(before, name) : undefined) ??
      moved[at]?.formula ??
      name.formula,
  }));
  return isSame(wanted, moved) ? [] : [{ kind: "names", names: wanted }];
}
