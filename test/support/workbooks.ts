/** Makes workbook files for tests from XML parts, including files that our own writer would never write. */
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export interface WorkbookParts {
  /**
   * The content of each worksheet's part by name. Content that begins with a row is put into `<sheetData>`.
   */
  readonly sheets: Readonly<Record<string, string>>;
  /** Additional parts; they may replace parts that are made here. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
  /** The names of the worksheets that are hidden. */
  readonly hidden?: readonly string[];
  /** XML in the workbook's part before and after its sheets. */
  readonly before?: string;
  readonly after?: string;
  /** Additional relations of the workbook: kind and target. */
  readonly relations?: readonly (readonly [kind: string, target: string])[];
}

export function relationsXml(relations: readonly (readonly [kind: string, target: string])[]): string {
  const written = relations.map(
    ([kind, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${written.join("")}</Relationships>`;
}

/** Returns the bytes of a workbook file. */
export function workbookFile({
  sheets,
  parts = {},
  hidden = [],
  before = "",
  after = "",
  relations = [],
}: WorkbookParts): Uint8Array {
  const names = Object.keys(sheets);
  const files: Record<string, string | Uint8Array> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relationsXml([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${before}<sheets>${names.map((name, at) => `<sheet name="${name}"${hidden.includes(name) ? ' state="hidden"' : ""} sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets>${after}</workbook>`,
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
 * Returns the workbook without the stored values of its formulas, so that another program must calculate them
 * and can't trust ours.
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
