/** Reads the shared texts of a workbook: cells refer to them by number. */
import { LIMITS } from "@daybook/words/limits";
import { refuseMore } from "./fill.ts";
import { readXml, unescapeCellText } from "./xml.ts";

/** Collects the text of one item: all its runs, without the phonetic guides (`rPh`) of East Asian texts. */
export class TextItem {
  #text = "";
  #isText = false;
  /** The number of open phonetic guides. */
  #guides = 0;

  open(name: string): void {
    if (name === "rPh") this.#guides += 1;
    this.#isText = name === "t" && this.#guides === 0;
  }

  add(text: string): void {
    if (this.#isText) this.#text += text;
  }

  close(name: string): void {
    if (name === "rPh") this.#guides -= 1;
    if (name === "t") this.#isText = false;
  }

  take(): string {
    const text = unescapeCellText(this.#text);
    this.#text = "";
    return text;
  }
}

/**
 * Returns the texts in the order of their numbers. Throws `WorkbookProblem` as soon as there are too many.
 */
export function readStrings(path: string, bytes: Uint8Array | undefined): readonly string[] {
  const strings: string[] = [];
  let characters = 0;
  if (!bytes) return strings;
  const item = new TextItem();
  readXml(path, bytes, {
    open: (name) => item.open(name),
    text: (text) => item.add(text),
    close(name) {
      item.close(name);
      if (name !== "si") return;
      const text = item.take();
      strings.push(text);
      characters += text.length;
      refuseMore(strings.length, LIMITS.sheet_cells.value, "texts");
      refuseMore(characters, LIMITS.sheet_characters.value, "characters in its texts");
    },
  });
  return strings;
}
