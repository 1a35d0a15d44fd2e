/**
 * The XML namespaces of workbook parts. Elements are identified by namespace and not by the prefix that a
 * file declares, because elements of extensions have the same local names as elements of the format itself.
 */

const MAIN = [
  "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
  "http://purl.oclc.org/ooxml/spreadsheetml/main",
  "http://schemas.microsoft.com/office/excel/2006/2",
];
const PACKAGE = [
  "http://schemas.openxmlformats.org/package/2006/relationships",
  "http://schemas.openxmlformats.org/package/2006/content-types",
];

/**
 * The prefixes with which our readers see elements and attributes. Each namespace has a transitional and a
 * strict URI; a part without namespaces is read as one of the main namespace.
 */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ...["", ...MAIN, ...PACKAGE].map((uri): [string, string] => [uri, ""]),
  ["http://schemas.openxmlformats.org/officeDocument/2006/relationships", "r:"],
  ["http://purl.oclc.org/ooxml/officeDocument/relationships", "r:"],
  ["http://schemas.openxmlformats.org/drawingml/2006/main", "a:"],
  ["http://purl.oclc.org/ooxml/drawingml/main", "a:"],
  ["http://schemas.openxmlformats.org/drawingml/2006/chart", "c:"],
  ["http://purl.oclc.org/ooxml/drawingml/chart", "c:"],
  ["http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing", "xdr:"],
  ["http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing", "xdr:"],
  ["http://schemas.openxmlformats.org/markup-compatibility/2006", "mc:"],
  ["http://schemas.microsoft.com/office/spreadsheetml/2009/9/main", "x14:"],
  ["urn:schemas-microsoft-com:vml", "v:"],
  // A drawing requires the first namespace, and contains an element of the second.
  ["http://schemas.microsoft.com/office/drawing/2015/9/8/chartex", "cx:"],
  ["http://schemas.microsoft.com/office/drawing/2014/chartex", "cx:"],
]);

/** An open element that declares namespaces. */
interface Scope {
  /** The depth of the element. */
  readonly depth: number;
  /** The declared URIs by prefix; "" is the default namespace. */
  readonly uris: ReadonlyMap<string, string>;
}

/** Resolves prefixes while a part is read. Call `enter` and `leave` for every element. */
export class Namespaces {
  readonly #scopes: Scope[] = [];
  #depth = 0;
  #default: string | null = "";

  enter(attributes: Record<string, string>): void {
    this.#depth += 1;
    let declared: Map<string, string> | null = null;
    let related: string[] | null = null;
    for (const name in attributes) {
      // A quick skip for the millions of attributes of cells, whose names have one letter.
      if (name.length < 4) continue;
      if (name.startsWith("xmlns") && (name.length === 5 || name[5] === ":")) {
        declared ??= new Map();
        declared.set(name.slice(6), attributes[name] ?? "");
      } else if (name.endsWith(":id")) (related ??= []).push(name);
    }
    if (declared) {
      this.#scopes.push({ depth: this.#depth, uris: declared });
      this.#default = this.#prefixOf("");
    }
    if (related) this.#normalizeRelation(attributes, related);
  }

  leave(): void {
    if (this.#scopes.at(-1)?.depth === this.#depth) {
      this.#scopes.pop();
      this.#default = this.#prefixOf("");
    }
    this.#depth -= 1;
  }

  /** Returns an element's name with the readers' prefix, such as `c:chart`; null for an unknown namespace. */
  elementName(name: string): string | null {
    if (this.#default === "" && !name.includes(":")) return name;
    const colon = name.indexOf(":");
    const prefix = colon === -1 ? this.#default : this.#prefixOf(name.slice(0, colon));
    return prefix === null ? null : `${prefix}${name.slice(colon + 1)}`;
  }

  /** True if all namespaces of a list of prefixes are known. The list is from `mc:Choice`. */
  areKnown(list: string): boolean {
    const prefixes = list.split(/\s+/u).filter((prefix) => prefix !== "");
    return prefixes.length > 0 && prefixes.every((prefix) => this.#prefixOf(prefix) !== null);
  }

  #prefixOf(prefix: string): string | null {
    for (let at = this.#scopes.length - 1; at >= 0; at -= 1) {
      const uri = this.#scopes[at]?.uris.get(prefix);
      if (uri !== undefined) return PREFIXES.get(uri) ?? null;
    }
    return prefix === "" ? "" : null;
  }

  /** Renames the attribute with the id of a relation to `r:id`. */
  #normalizeRelation(attributes: Record<string, string>, names: readonly string[]): void {
    const found = names.find((name) => this.#prefixOf(name.slice(0, -3)) === "r:");
    const value = found === undefined ? undefined : attributes[found];
    if (value === undefined) delete attributes["r:id"];
    else attributes["r:id"] = value;
  }
}
