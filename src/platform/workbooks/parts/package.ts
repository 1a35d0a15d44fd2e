/**
 * The frame of a workbook file: where its parts lead, of which types they are, and the archive around them.
 * Invariant: the same parts give the same bytes.
 */
import { zipSync } from "fflate";
import { tag, xmlPart } from "./xml.ts";

export const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
export const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE_TYPE = "application/vnd.openxmlformats-officedocument";
/** Files in the archive have the first moment that it can name, whatever the zone of the machine. */
const ARCHIVE_TIME = new Date(1980, 0, 1);

/** Where a part leads: kinds by their short name or whole, and targets, each known as `rId1` and on. */
export function relations(
  targets: readonly (readonly [kind: string, target: string, mode?: "External"])[],
): Uint8Array {
  const written = targets.map(([kind, target, mode], index) =>
    tag("Relationship", {
      Id: `rId${index + 1}`,
      Type: kind.includes(":") ? kind : `${RELATIONS}/${kind}`,
      Target: target,
      TargetMode: mode,
    }),
  );
  return xmlPart(tag("Relationships", { xmlns: `${PACKAGE}/relationships` }, ...written));
}

/** The types of parts: paths, and what stands behind the name of the office format in their types. */
export function contentTypes(types: readonly (readonly [path: string, type: string])[]): Uint8Array {
  return xmlPart(
    tag(
      "Types",
      { xmlns: `${PACKAGE}/content-types` },
      tag("Default", {
        Extension: "rels",
        ContentType: "application/vnd.openxmlformats-package.relationships+xml",
      }),
      tag("Default", { Extension: "xml", ContentType: "application/xml" }),
      ...types.map(([path, type]) =>
        tag("Override", {
          PartName: path,
          ContentType: type.startsWith("application/") ? type : `${OFFICE_TYPE}.${type}`,
        }),
      ),
    ),
  );
}

/** The types of the parts that every workbook has, with so many worksheets. */
export function workbookTypes(worksheets: number): readonly (readonly [path: string, type: string])[] {
  return [
    ["/xl/workbook.xml", "spreadsheetml.sheet.main+xml"],
    ...Array.from(
      { length: worksheets },
      (_none, index) => [`/xl/worksheets/sheet${index + 1}.xml`, "spreadsheetml.worksheet+xml"] as const,
    ),
    ["/xl/styles.xml", "spreadsheetml.styles+xml"],
    ["/xl/sharedStrings.xml", "spreadsheetml.sharedStrings+xml"],
  ];
}

/** The bytes of the file. */
export function packed(parts: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return zipSync({ ...parts }, { level: 6, mtime: ARCHIVE_TIME });
}
