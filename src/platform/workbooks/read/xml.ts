/**
 * XML of a workbook's parts, element after element. Invariants: no document type is read, so that there are no entities but
 * the five of XML; elements are at most so deep; a name is given without its namespace's prefix.
 */
import { SaxesParser } from "saxes";
import { WorkbookProblem } from "../problem.ts";

export type Attributes = Readonly<Record<string, string>>;

export interface Visitor {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const PIECE_BYTES = 262_144;
const DEEPEST = 200;

/** Calls `visitor` for a whole part. Throws `WorkbookProblem` for what is no XML, and what `visitor` throws. */
export function readXml(path: string, bytes: Uint8Array, visitor: Visitor): void {
  const { open, text, close } = visitor;
  const parser = new SaxesParser({ position: false, xmlns: false });
  let depth = 0;
  parser.on("doctype", () => {
    throw new WorkbookProblem(`The part ${path} has a document type, which no workbook has.`);
  });
  parser.on("error", (error) => {
    throw new WorkbookProblem(`The part ${path} is no XML: ${error.message.slice(0, 200)}`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > DEEPEST) throw new WorkbookProblem(`The part ${path} has elements more than ${DEEPEST} deep.`);
    open?.(localName(name), attributes);
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    close?.(localName(name));
  });
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) parser.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA") throw new WorkbookProblem(`The part ${path} is no text.`, { cause: error });
    throw error;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  return first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

/** The attribute by which an element names another part: `r:id` whatever its prefix is. */
export function relationOf(attributes: Attributes): string | undefined {
  const name = Object.keys(attributes).find((key) => key.endsWith(":id"));
  return name === undefined ? undefined : attributes[name];
}

/** Whether an attribute says yes. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== "0" && value !== "false" && value !== "off";
}

/** A whole number of an attribute from 0 to `most`; null for anything else. */
export function wholeNumber(value: string | undefined, most: number): number | null {
  const number = value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  return number <= most ? number : null;
}

/** Letters that a workbook writes by their numbers: `_x000D_`. */
export function unescapeCellText(text: string): string {
  return text.includes("_x") ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;
}
