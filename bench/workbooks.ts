/**
 * Workbooks to measure with, the same on each run: a worksheet of data, and one of formulas that are a fifth
 * each chains, sums of ranges, conditional sums, lookups, and arithmetic across worksheets.
 */
export interface MadeSheet {
  readonly name: string;
  /** Row after row; null is blank, and a text that begins with "=" a formula. */
  readonly rows: readonly (readonly (number | string | null)[])[];
}

const REGIONS = ["North", "South", "East", "West", "Centre"];

/** A workbook of so many formulas over a tenth as many rows of data, at most `MOST_DATA`. */
export function madeWorkbook(formulas: number): MadeSheet[] {
  const rows = Math.min(MOST_DATA, formulas / 10);
  const data = Array.from({ length: rows }, (_none, at) => [
    `K${at + 1}`,
    REGIONS[(at * 7) % 5] ?? "",
    ((at * 7_919) % 10_007) / 100,
    46_000 + (at % 365),
  ]);
  const lines = formulas / 5;
  const model = Array.from({ length: lines }, (_none, at) => {
    const row = at + 1;
    const place = (at * 31) % rows;
    const first = Math.max(1, place - 20);
    return [
      at === 0 ? "=1+0.5" : `=A${row - 1}+0.5`,
      `=SUM(Data!C${first}:C${place + 1})`,
      `=SUMIFS(Data!$C$1:$C$${rows},Data!$B$1:$B$${rows},"${REGIONS[at % 5] ?? ""}",Data!$D$1:$D$${rows},">="&${46_000 + (at % 50) * 7})`,
      `=VLOOKUP("K${place + 1}",Data!$A$1:$C$${rows},3,FALSE)`,
      `=ROUND(A${row}*Data!C${place + 1}/100,2)+IF(B${row}>500,D${row},-1)`,
    ];
  });
  return [
    { name: "Model", rows: model },
    { name: "Data", rows: data },
  ];
}

const MOST_DATA = 2_000;
