/**
 * Workbook files for tests, made of parts as they are written here: what our own writer would never write.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export interface WorkbookParts {
  /** The insides of the worksheets' parts by their names; `<sheetData>` where they begin with a row. */
  readonly sheets: Readonly<Record<string, string>>;
  /** Parts beside, or in the place of those that are made here. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
  /** What stands in the workbook's part before and behind its sheets. */
  readonly before?: string;
  readonly behind?: string;
  /** Relations of the workbook beside those of its sheets: kind and target. */
  readonly relations?: readonly (readonly [kind: string, target: string])[];
}

export function relationsXml(relations: readonly (readonly [kind: string, target: string])[]): string {
  const written = relations.map(
    ([kind, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${written.join("")}</Relationships>`;
}

/** The bytes of a workbook file. */
export function workbookFile({
  sheets,
  parts = {},
  before = "",
  behind = "",
  relations = [],
}: WorkbookParts): Uint8Array {
  const names = Object.keys(sheets);
  const files: Record<string, string | Uint8Array> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relationsXml([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${before}<sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets>${behind}</workbook>`,
    "xl/_rels/workbook.xml.rels": relationsXml([
      ...names.map((_name, at) => ["worksheet", `worksheets/sheet${at + 1}.xml`] as const),
      ...relations,
    ]),
    ...Object.fromEntries(
      names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheets[name] ?? "")]),
    ),
    ...parts,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path,
        typeof content === "string" ? strToU8(content) : content,
      ]),
    ),
  );
}

export function sheetXml(inside: string): string {
  return `<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}">${/^(?:<row|$)/.test(inside) ? `<sheetData>${inside}</sheetData>` : inside}</worksheet>`;
}

/**
 * The workbook as it would be if nobody had calculated it: another program would trust the values that stand
 * there.
 */
export function withoutResults(bytes: Uint8Array): Uint8Array {
  const parts = Object.entries(unzipSync(bytes)).map(([path, content]): [string, Uint8Array] => [
    path,
    /^xl\/worksheets\/[^/]*\.xml$/.test(path)
      ? strToU8(
          strFromU8(content).replaceAll(
            /(<c\b[^>]*>(?:<f\b[^>]*\/>|<f\b[^>]*>[^<]*<\/f>))<v[^>]*>[^<]*<\/v>/g,
            "$1",
          ),
        )
      : content,
  ]);
  return zipSync(Object.fromEntries(parts));
}
