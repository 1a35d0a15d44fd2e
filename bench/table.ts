/** Findings as lines of a table, for people. */
import { type Figure, type Finding, ratioOf, reaches } from "./part.ts";

const HEAD = ["what", "measured", "beside it", "ratio", "target", ""];

/** The findings as an aligned table. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = [HEAD, ...findings.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
  return [lines[0] ?? "", widths.map((width) => "-".repeat(width)).join("  "), ...lines.slice(1)]
    .map((line) => line.trimEnd())
    .join("\n");
}

function rowOf(finding: Finding): string[] {
  const { what, measured, beside, target } = finding;
  const ratio = ratioOf(finding);
  const reached = reaches(finding);
  return [
    what,
    figureText(measured),
    beside === null ? "" : `${beside.what} ${figureText(beside.figure)}`,
    ratio === null ? "" : `${numberText(ratio)}x`,
    target === null
      ? ""
      : `${target.bound} ${target.of === "ratio" ? `${target.value}x` : figureText({ ...measured, value: target.value })}`,
    reached === null ? "" : reached ? "pass" : "SHORT",
  ];
}

function figureText({ value, unit }: Figure): string {
  return `${unit === "cells" ? value : numberText(value)} ${unit}`;
}

/** Three digits that say something. */
function numberText(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
