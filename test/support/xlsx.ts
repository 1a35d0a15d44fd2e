/**
 * Reads statements from workbooks and CSV files, both ours and those that another program saved. Invariant:
 * an amount is a whole number of cents, except for rounding errors of sums; any other amount is refused.
 */
import { parse } from "csv-parse/sync";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { type Cents, cents, centsFromDecimal } from "@daybook/words/cents";

/** The content of a statement, which is the same in every format. */
export interface ReadStatement {
  /** Company, title, period and basis, and any other text outside the table; empty in CSV. */
  readonly head: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly { readonly label: string; readonly amounts: readonly (Cents | null)[] | null }[];
}

export interface XlsxCell {
  /** Such as `B7`. */
  readonly address: string;
  readonly text: string | null;
  readonly number: number | null;
  readonly formula: string | null;
}

export interface XlsxSheet {
  readonly name: string;
  /** By address. */
  readonly cells: ReadonlyMap<string, XlsxCell>;
  /** The XML of the sheet. */
  readonly xml: string;
}

export interface Xlsx {
  readonly sheets: readonly XlsxSheet[];
  /** Every part of the file as text, by its path. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Reads a workbook. */
export function readXlsx(bytes: Uint8Array): Xlsx {
  const parts = new Map(
    Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strFromU8(content)]),
  );
  const part = (path: string) => parts.get(path) ?? "";
  const texts = [...part("xl/sharedStrings.xml").matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = ""]) =>
    cellText([...item.matchAll(/<t\b[^>]*?(?:\/>|>(.*?)<\/t>)/gs)].map(([, text = ""]) => text).join("")),
  );
  const targets = new Map(
    [...part("xl/_rels/workbook.xml.rels").matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, "Id"),
      attribute(tag, "Target"),
    ]),
  );
  const sheets = [...part("xl/workbook.xml").matchAll(/<sheet\b[^>]*>/g)].map(([tag]) => {
    const xml = part(`xl/${targets.get(attribute(tag, "r:id")) ?? ""}`);
    return {
      name: attribute(tag, "name"),
      xml,
      cells: new Map(cellsOf(xml, texts).map((cell) => [cell.address, cell])),
    };
  });
  return { sheets, parts };
}

function cellsOf(xml: string, texts: readonly string[]): readonly XlsxCell[] {
  return [...xml.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = "", content = ""]) => {
    const value = /<v>(.*?)<\/v>/s.exec(content)?.[1];
    const formula = /<f\b[^>]*>(.*?)<\/f>/s.exec(content)?.[1];
    const isText = attribute(attributes, "t") === "s";
    return {
      address: attribute(attributes, "r"),
      text: isText && value !== undefined ? (texts[Number(value)] ?? null) : null,
      number: !isText && value !== undefined ? Number(value) : null,
      formula: formula === undefined ? null : plain(formula),
    };
  });
}

function attribute(tag: string, name: string): string {
  return plain(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plain(xml: string): string {
  return xml.replaceAll(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (_whole, hex: string | undefined, decimal: string | undefined, name = "") =>
      hex === undefined && decimal === undefined
        ? (ENTITIES[String(name)] ?? "")
        : String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}

function cellText(xml: string): string {
  return plain(xml).replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

/**
 * Reads the statement on the first sheet of a workbook. The header is the first row with a text in the second
 * column.
 */
export function readXlsxStatement(bytes: Uint8Array): ReadStatement {
  const [sheet] = readXlsx(bytes).sheets;
  const lines: XlsxCell[][] = [];
  for (const cell of sheet?.cells.values() ?? []) {
    const line = Number(/\d+$/.exec(cell.address)?.[0]);
    lines[line] = [...(lines[line] ?? []), cell];
  }
  const filled = lines.filter((line) => line.length > 0);
  const header = filled.findIndex(([, second]) => second !== undefined && second.text !== null);
  const rows = filled.slice(header + 1).map(([label, ...amounts]) => {
    const figures = amounts.filter(({ number }) => number !== null);
    return {
      label: label?.text ?? "",
      amounts: figures.length === 0 ? null : figures.map(({ number }) => centsOf(number ?? Number.NaN)),
    };
  });
  return {
    head: filled.slice(0, header).map(([cell]) => cell?.text ?? ""),
    columns: (filled[header] ?? []).slice(1).map(({ text }) => text ?? ""),
    rows,
  };
}

/**
 * The greatest rounding error, in cents, of a sum of twelve-digit amounts with fifteen digits of precision.
 */
const ROUNDING_ERROR = 0.05;

function centsOf(dollars: number): Cents {
  const rounded = Math.round(dollars * 100);
  if (Math.abs(dollars * 100 - rounded) > ROUNDING_ERROR)
    throw new Error(`not a whole number of cents: ${dollars}`);
  return cents(rounded === 0 ? 0 : rounded);
}

/** Reads a CSV file: the names of its columns in order, and its records by these names. */
export function readCsv(bytes: Uint8Array): {
  readonly columns: readonly string[];
  readonly records: readonly Readonly<Record<string, string>>[];
} {
  const [columns = [], ...lines] = parse(Buffer.from(bytes), { relax_column_count: false });
  return {
    columns,
    records: lines.map((line) => Object.fromEntries(columns.map((name, index) => [name, line[index] ?? ""]))),
  };
}

/** Reads the statement in a CSV file, with the labels as they are in the file. */
export function readCsvStatement(bytes: Uint8Array): ReadStatement {
  const { columns, records } = readCsv(bytes);
  const periods = columns.slice(columns.indexOf("name") + 1);
  const rows = records.map((record) => {
    const figures = periods.map((name) => record[name] ?? "");
    const amounts = figures.map((figure) => {
      const amount = centsFromDecimal(figure);
      if (amount === null && figure !== "") throw new Error(`not an amount: ${figure}`);
      return amount;
    });
    return {
      label: record["name"] ?? "",
      amounts: figures.every((figure) => figure === "")
        ? null
        : amounts.map((amount) => amount ?? cents(Number.NaN)),
    };
  });
  return { head: [], columns: periods, rows };
}

/** The workbook without the stored values of its formulas. */
export function withoutValues(workbook: Uint8Array): Uint8Array {
  const files = Object.entries(unzipSync(workbook)).map(
    ([path, content]) =>
      [
        path,
        path.startsWith("xl/worksheets/sheet")
          ? strToU8(strFromU8(content).replaceAll(/(<\/f>)<v>[^<]*<\/v>/g, "$1"))
          : content,
      ] as const,
  );
  return zipSync(Object.fromEntries(files));
}
