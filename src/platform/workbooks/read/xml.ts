/**
 * Reads the XML of a workbook's parts, element by element. Invariants: a document type is refused, so that
 * the only entities are the five of XML; the depth of elements is limited; elements are identified by
 * namespace, and an element of an unknown namespace is skipped with its content. Of alternatives
 * (`mc:AlternateContent`) exactly one is read.
 */
import { SaxesParser } from "saxes";
import { WorkbookProblem } from "../problem.ts";
import { Namespaces } from "./namespaces.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Element names have the prefixes of `namespaces.ts`; elements of the main namespace have no prefix. */
export interface Visitor {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const PIECE_BYTES = 262_144;
const DEEPEST = 200;

/**
 * Calls `visitor` for a complete part. Throws `WorkbookProblem` for invalid XML, and what `visitor` throws.
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
    throw new WorkbookProblem(`The part ${path} is invalid XML: ${error.message.slice(0, 200)}`);
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
      throw new WorkbookProblem(`The part ${path} is invalid text.`, { cause: error });
    throw error;
  }
}

/** An open `mc:AlternateContent`. */
interface Alternatives {
  isTaken: boolean;
}

/** The open elements, and which of them the visitor sees. */
class Elements {
  readonly #open: Visitor["open"];
  readonly #namespaces = new Namespaces();
  /** An element's name, an `mc:AlternateContent`, or null for the choice that is read. */
  readonly #openElements: (string | Alternatives | null)[] = [];
  /** The number of open elements that are skipped. */
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
      this.#openElements.push(name);
      this.#open?.(name, attributes);
    }
  }

  /** Returns the name of the element that ends; null for an element that the visitor does not see. */
  close(): string | null {
    this.#namespaces.leave();
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return null;
    }
    const name = this.#openElements.pop() ?? null;
    return typeof name === "string" ? name : null;
  }

  /** Of alternatives, chooses the first `mc:Choice` whose namespaces are known, else the `mc:Fallback`. */
  #choose(name: string, { Requires = "" }: Attributes): void {
    const outer = this.#openElements.at(-1) ?? null;
    if (name === "mc:AlternateContent") this.#openElements.push({ isTaken: false });
    else if (
      outer === null ||
      typeof outer === "string" ||
      outer.isTaken ||
      !(name === "mc:Fallback" || (name === "mc:Choice" && this.#namespaces.areKnown(Requires)))
    )
      this.#skipped += 1;
    else {
      outer.isTaken = true;
      this.#openElements.push(null);
    }
  }
}

/**
 * Excel writes UTF-8. Other programs also write UTF-16, with or without a byte order mark, or an encoding
 * that the XML declaration states.
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
    throw new WorkbookProblem(`The part ${path} has an unknown encoding: ${encoding}`, {
      cause: error,
    });
  }
}

/** Returns the id of an element's relation to another part. */
export function relationOf(attributes: Attributes): string | undefined {
  return attributes["r:id"];
}

/** True if a Boolean attribute is on. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== "0" && value !== "false" && value !== "off";
}

/** Parses a whole number from 0 to `most`; null for anything else. */
export function wholeNumber(value: string | undefined, most: number): number | null {
  const number = value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  return number <= most ? number : null;
}

/** Replaces escaped characters such as `_x000D_`. */
export function unescapeCellText(text: string): string {
  return text.includes("_x")
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;
}
