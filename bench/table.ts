/** Findings as lines of a table: aligned for a terminal, or as the page of measurements. */
import { type Figure, type Finding, ratioOf, reaches } from "./part.ts";

const HEAD = ["what", "measured", "beside it", "ratio", "target", ""];

/** The findings as an aligned table. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = [HEAD, ...findings.map((finding) => [...cellsOf(finding), MARKS[verdictOf(finding)]])];
  const { lines, widths } = aligned(rows);
  const [head = [], ...body] = lines;
  return [head, widths.map((width) => "-".repeat(width)), ...body]
    .map((cells) => cells.join("  ").trimEnd())
    .join("\n");
}

/** Cells padded to the width of their column, the first column to the right of its text, the others to the left. */
export function aligned(rows: readonly (readonly string[])[]): { lines: string[][]; widths: number[] } {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const lines = rows.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    ),
  );
  return { lines, widths };
}

const MARKS = { reached: "pass", short: "SHORT", open: "" } as const;

/** Returns whether a finding reaches its target, falls short of it, or has none. */
export function verdictOf(finding: Finding): keyof typeof MARKS {
  const reached = reaches(finding);
  return reached === null ? "open" : reached ? "reached" : "short";
}

/** What was measured, the figure, what stands beside it, the ratio and the target, as texts. */
export function cellsOf(finding: Finding): string[] {
  const { what, measured, beside, target } = finding;
  const ratio = ratioOf(finding);
  return [
    what,
    figureText(measured),
    beside === null ? "" : `${beside.what} ${figureText(beside.figure)}`,
    ratio === null ? "" : `${numberText(ratio)}x`,
    target === null
      ? ""
      : `${target.bound} ${target.of === "ratio" ? `${target.value}x` : figureText({ ...measured, value: target.value })}`,
  ];
}

function figureText({ value, unit }: Figure): string {
  return `${unit === "cells" ? value : numberText(value)} ${unit}`;
}

/** Returns a number with three significant digits. */
function numberText(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
