/**
 * Reads a PDF of a statement: the positions of its texts, and the tagged tree that screen readers use.
 * Invariant: uses no knowledge of how our renderer makes the file, so that it reads like any other program.
 */
import { getDocument, type PDFDocumentProxy } from "unpdf/pdfjs";
import { type Cents, cents } from "@daybook/words/cents";
import { centsFromMoney, NO_AMOUNT } from "@daybook/words/money-text";
import type { ReadStatement } from "./xlsx.ts";

/**
 * A text on a page. `x` and `y` are the text's lower left corner, in points from the page's lower left
 * corner.
 */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The part of the tagged tree that contains the text; null for untagged text, such as a footer. */
  readonly part: string | null;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PdfText[];
}

export interface ReadPdf extends ReadStatement {
  readonly title: string | null;
  readonly lang: string | null;
  readonly isTagged: boolean;
  readonly pages: readonly PdfPage[];
}

/** A node of the tagged tree, as the library returns it. */
interface Part {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly Part[];
}

interface Item {
  readonly type?: string;
  readonly id?: string;
  readonly str?: string;
  readonly transform?: readonly number[];
  readonly width?: number;
  readonly height?: number;
}

/**
 * Reads the PDF of a statement: its pages, and the head, columns and rows of the tagged tree. Columns that
 * are on several pages are joined.
 */
export async function readPdfStatement(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const document = await task.promise;
  try {
    const { info } = await document.getMetadata();
    const { Title, Language } = info as { readonly Title?: string; readonly Language?: string };
    const mark = (await document.getMarkInfo()) as { readonly Marked?: boolean } | null;
    const pages: PdfPage[] = [];
    const trees: Part[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { page, tree } = await readPage(document, number);
      pages.push(page);
      trees.push(tree);
    }
    return {
      title: Title ?? null,
      lang: Language ?? null,
      isTagged: mark?.Marked === true,
      pages,
      ...statementOf(trees, pages),
    };
  } finally {
    await task.destroy();
  }
}

async function readPage(
  document: PDFDocumentProxy,
  number: number,
): Promise<{ readonly page: PdfPage; readonly tree: Part }> {
  const source = await document.getPage(number);
  const [left = 0, bottom = 0, right = 0, top = 0] = source.view;
  const content = await source.getTextContent({ includeMarkedContent: true, disableNormalization: true });
  const texts: PdfText[] = [];
  const open: (string | null)[] = [];
  for (const {
    type,
    id,
    str = "",
    transform = [],
    width = 0,
    height = 0,
  } of content.items as readonly Item[]) {
    if (type?.startsWith("begin")) open.push(id ?? null);
    else if (type === "endMarkedContent") open.pop();
    else if (str.trim() !== "")
      texts.push({
        text: str,
        x: transform[4] ?? 0,
        y: transform[5] ?? 0,
        width,
        height,
        part: open.findLast((part) => part !== null) ?? null,
      });
  }
  return {
    page: { width: right - left, height: top - bottom, texts },
    tree: (await source.getStructTree()) ?? {},
  };
}

/**
 * Reads the statement from the tagged trees of the pages. A table is repeated on each of its pages, with the
 * rows of that page. A row of only header cells begins a new group of columns; its rows continue the rows of
 * the groups before.
 */
function statementOf(trees: readonly Part[], pages: readonly PdfPage[]): ReadStatement {
  const texts = new Map(
    [
      ...Map.groupBy(
        pages.flatMap((page) => page.texts),
        ({ part }) => part,
      ),
    ].map(([part, pieces]) => [part, joined(pieces)]),
  );
  const textOf = (part: Part): string =>
    leavesOf(part)
      .flatMap((id) => texts.get(id) ?? [])
      .join(" ");
  const [head, columns]: [string[], string[]] = [[], []];
  const rows: { label: string; amounts: (Cents | null)[] }[] = [];
  let at = 0;
  for (const part of trees
    .flatMap((tree) => partsOf(tree, ["H1", "P", "TR"]))
    .filter((drawn) => leavesOf(drawn).length > 0)) {
    const [first, ...others] = partsOf(part, ["TH", "TD"]);
    if (!first) head.push(textOf(part));
    else if (others.every(({ role }) => role === "TH")) {
      columns.push(...others.map(textOf));
      at = 0;
    } else {
      const row = (rows[at] ??= { label: textOf(first), amounts: [] });
      row.amounts.push(...others.map((cell) => amountOf(textOf(cell))));
      at += 1;
    }
  }
  return {
    head,
    columns,
    rows: rows.map(({ label, amounts }) => ({
      label,
      amounts: amounts.every((amount) => amount === null) ? null : amounts,
    })),
  };
}

/** Returns the text of a part, with its lines joined by a blank. */
function joined(pieces: readonly PdfText[]): string {
  const lines: { readonly y: number; text: string }[] = [];
  for (const { text, y } of pieces) {
    const line = lines.at(-1);
    if (line && Math.abs(line.y - y) < 1) line.text += text;
    else lines.push({ y, text });
  }
  return lines.map(({ text }) => text).join(" ");
}

function partsOf(tree: Part, roles: readonly string[]): readonly Part[] {
  return (tree.children ?? []).flatMap((child) =>
    child.role !== undefined && roles.includes(child.role) ? [child] : partsOf(child, roles),
  );
}

function leavesOf(part: Part): readonly string[] {
  return part.type === "content" && part.id !== undefined
    ? [part.id]
    : (part.children ?? []).flatMap(leavesOf);
}

/** Parses an amount; null for an empty cell and a percentage. Throws if the text is not an amount. */
function amountOf(text: string): Cents | null {
  if (text === "" || /%\)?$/.test(text) || /^(?:un)?favorable$/.test(text)) return null;
  const amount = text === NO_AMOUNT || text === `$${NO_AMOUNT}` ? cents(0) : centsFromMoney(text);
  if (amount === null) throw new Error(`not an amount: ${text}`);
  return amount;
}
