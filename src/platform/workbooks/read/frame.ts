/**
 * Reads the parts about the whole workbook: the order of its sheets, its defined names, its date system, and
 * which formulas may spill.
 */
import { WorkbookProblem } from "../problem.ts";
import type { Parts } from "./archive.ts";
import { isOn, readXml, relationOf, wholeNumber } from "./xml.ts";

export interface SheetEntry {
  readonly name: string;
  readonly relation: string;
  readonly isHidden: boolean;
}

export interface NameEntry {
  readonly name: string;
  readonly text: string;
  /** The index of the sheet that the name belongs to; null for the whole workbook. */
  readonly sheet: number | null;
  readonly isFunction: boolean;
}

export interface Frame {
  readonly sheets: readonly SheetEntry[];
  readonly names: readonly NameEntry[];
  readonly isFrom1904: boolean;
  readonly hasPivots: boolean;
  readonly hasLinks: boolean;
  readonly isIterative: boolean;
}

/** Sheets of any kind; the lower limit for worksheets is checked later. */
const MOST_SHEETS = 1_000;
const MOST_NAMES = 20_000;

export function readFrame(path: string, bytes: Uint8Array): Frame {
  const [sheets, names]: [SheetEntry[], NameEntry[]] = [[], []];
  let [isFrom1904, hasPivots, hasLinks, isIterative] = [false, false, false, false];
  let name: Omit<NameEntry, "text"> | null = null;
  let text = "";
  readXml(path, bytes, {
    open(element, attributes) {
      if (element === "sheet")
        sheets.push({
          name: attributes["name"] ?? "",
          relation: relationOf(attributes) ?? "",
          isHidden: (attributes["state"] ?? "visible") !== "visible",
        });
      else if (element === "workbookPr") isFrom1904 = isOn(attributes["date1904"]);
      else if (element === "pivotCache") hasPivots = true;
      else if (element === "externalReference") hasLinks = true;
      else if (element === "calcPr") isIterative = isOn(attributes["iterate"]);
      else if (element === "definedName") {
        name = {
          name: attributes["name"] ?? "",
          sheet: wholeNumber(attributes["localSheetId"], MOST_SHEETS),
          isFunction: isOn(attributes["function"]) || isOn(attributes["vbProcedure"]),
        };
        text = "";
      }
      if (sheets.length > MOST_SHEETS)
        throw new WorkbookProblem(`The workbook has more than ${MOST_SHEETS} sheets.`);
      if (names.length > MOST_NAMES)
        throw new WorkbookProblem(`The workbook has more than ${MOST_NAMES} names.`);
    },
    text(piece) {
      if (name) text += piece;
    },
    close(element) {
      if (element !== "definedName" || !name) return;
      names.push({ ...name, text: text.trim() });
      name = null;
    },
  });
  return { sheets, names, isFrom1904, hasPivots, hasLinks, isIterative };
}

/** Returns the numbers, from 1, of the cell metadata that mark a formula as one that may spill. */
export function readSpilling(parts: Parts, path: string | null): ReadonlySet<number> {
  const spilling = new Set<number>();
  const bytes = path === null ? undefined : parts.get(path);
  if (path === null || !bytes) return spilling;
  let [kinds, spills, number] = [0, 0, 0];
  let isInCellMetadata = false;
  readXml(path, bytes, {
    open(name, attributes) {
      if (name === "metadataType") {
        kinds += 1;
        if (attributes["name"] === "XLDAPR") spills = kinds;
      } else if (name === "cellMetadata") isInCellMetadata = true;
      else if (name === "bk" && isInCellMetadata) number += 1;
      else if (name === "rc" && isInCellMetadata && spills > 0 && attributes["t"] === String(spills))
        spilling.add(number);
    },
    close(name) {
      if (name === "cellMetadata") isInCellMetadata = false;
    },
  });
  return spilling;
}
