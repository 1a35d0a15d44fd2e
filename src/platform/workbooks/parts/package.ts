/**
 * Writes the package of a workbook file: the relations between its parts, the types of the parts, and the
 * archive. Invariant: the same parts give the same bytes.
 */
import { zipSync } from "fflate";
import { tag, xmlPart } from "./xml.ts";

export const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
export const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE_TYPE = "application/vnd.openxmlformats-officedocument";
/** The modification time of all files in the archive: the earliest that a ZIP archive can state. */
const ARCHIVE_TIME = new Date(1980, 0, 1);

/**
 * Returns the part with the relations of another part, whose ids are `rId1`, `rId2` and so on. A kind is a
 * short name such as `worksheet`, or a complete URI.
 */
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

/** Returns the part with the content types of all parts. A type may omit the prefix `OFFICE_TYPE`. */
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

/** Returns the content types of the parts that every workbook with `worksheets` worksheets has. */
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

/** Returns the bytes of the workbook file. */
export function packed(parts: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return zipSync({ ...parts }, { level: 6, mtime: ARCHIVE_TIME });
}
