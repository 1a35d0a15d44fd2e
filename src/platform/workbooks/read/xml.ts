/**
 * XML of a workbook's parts, element after element. Invariants: no document type is read, so that there are
 * no entities but the five of XML; elements are at most so deep; an element is named by its namespace, and
 * one of a namespace that readers do not know is left out with all that it holds. Of alternatives
 * (`mc:AlternateContent`) exactly one is read.
 */
import { SaxesParser } from "saxes";
import { WorkbookProblem } from "../problem.ts";
import { Namespaces } from "./namespaces.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Names have the prefixes of `namespaces.ts`; elements of the main namespace have none. */
export interface Visitor {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const PIECE_BYTES = 262_144;
const DEEPEST = 200;

/**
 * Calls `visitor` for a whole part. Throws `WorkbookProblem` for what is no XML, and what `visitor` throws.
 */
export function readXml(path: string, bytes: Uint8Array, visitor: Visitor): void {
  const { text, close } = visitor;
  const parser = new SaxesParser({ position: false, xmlns: false });
  const elements = new Elements(visitor);
  let depth = 0;
  parser.on("doctype", () => {
    throw new WorkbookProblem(`The part ${path} has a document type, which no workbook has.`);
  });
  parser.on("error", (error) => {
    throw new WorkbookProblem(`The part ${path} is no XML: ${error.message.slice(0, 200)}`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > DEEPEST)
      throw new WorkbookProblem(`The part ${path} has elements more than ${DEEPEST} deep.`);
    elements.open(name, attributes);
  });
  if (text) {
    const visit = (piece: string): void => {
      if (!elements.isSkipping) text(piece);
    };
    parser.on("text", visit);
    parser.on("cdata", visit);
  }
  parser.on("closetag", () => {
    depth -= 1;
    const name = elements.close();
    if (name !== null) close?.(name);
  });
  const decoder = decoderOf(path, bytes);
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      parser.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw new WorkbookProblem(`The part ${path} is no text.`, { cause: error });
    throw error;
  }
}

/** An `mc:AlternateContent` around the present place. */
interface Alternatives {
  isTaken: boolean;
}

/** The elements around the present place, and which of them the visitor sees. */
class Elements {
  readonly #open: Visitor["open"];
  readonly #namespaces = new Namespaces();
  /** An element by its name; alternatives, and null for the one that is taken. */
  readonly #around: (string | Alternatives | null)[] = [];
  /** How deep the present place lies within an element that is left out. */
  #skipped = 0;

  constructor({ open }: Visitor) {
    this.#open = open;
  }

  get isSkipping(): boolean {
    return this.#skipped > 0;
  }

  open(written: string, attributes: Record<string, string>): void {
    this.#namespaces.enter(attributes);
    const name = this.#skipped > 0 ? null : this.#namespaces.elementName(written);
    if (name === null) this.#skipped += 1;
    else if (name.startsWith("mc:")) this.#choose(name, attributes);
    else {
      this.#around.push(name);
      this.#open?.(name, attributes);
    }
  }

  /** The name of the element that ends; null for one that the visitor does not see. */
  close(): string | null {
    this.#namespaces.leave();
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return null;
    }
    const name = this.#around.pop() ?? null;
    return typeof name === "string" ? name : null;
  }

  /** Of alternatives, takes the first choice whose namespaces are known, else the fallback. */
  #choose(name: string, { Requires = "" }: Attributes): void {
    const outer = this.#around.at(-1) ?? null;
    if (name === "mc:AlternateContent") this.#around.push({ isTaken: false });
    else if (
      outer === null ||
      typeof outer === "string" ||
      outer.isTaken ||
      !(name === "mc:Fallback" || (name === "mc:Choice" && this.#namespaces.knows(Requires)))
    )
      this.#skipped += 1;
    else {
      outer.isTaken = true;
      this.#around.push(null);
    }
  }
}

/**
 * Excel writes UTF-8; other programs also write UTF-16, with or without a mark at the beginning, and what
 * they declare.
 */
function decoderOf(path: string, bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first, second] = bytes;
  const isWide = (one: number, other: number): boolean => first === one && second === other;
  const declared =
    /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/u.exec(
      String.fromCharCode(...bytes.subarray(0, 200)),
    )?.[1] ?? "utf-8";
  const encoding =
    isWide(0xff, 0xfe) || isWide(0x3c, 0)
      ? "utf-16le"
      : isWide(0xfe, 0xff) || isWide(0, 0x3c)
        ? "utf-16be"
        : /^utf-?16/iu.test(declared)
          ? "utf-8"
          : declared;
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (error) {
    throw new WorkbookProblem(`The part ${path} is written in an encoding that is not known: ${encoding}`, {
      cause: error,
    });
  }
}

/** The attribute by which an element names another part. */
export function relationOf(attributes: Attributes): string | undefined {
  return attributes["r:id"];
}

/** True if an attribute says yes. */
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
  return text.includes("_x")
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;
}
