/** The shared texts of a workbook: each text is written once, and cells refer to it by its number. */
import { MAIN } from "./package.ts";
import { escapeCellText, tag, xmlPart } from "./xml.ts";

export class Texts {
  readonly #numbers = new Map<string, number>();
  #used = 0;

  cell(address: string, style: number, text: string): string {
    this.#used += 1;
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return `<c r="${address}" s="${style}" t="s"><v>${number}</v></c>`;
  }

  part(): Uint8Array {
    const items = [...this.#numbers.keys()].map(
      (text) => `<si><t xml:space="preserve">${escapeCellText(text)}</t></si>`,
    );
    return xmlPart(tag("sst", { xmlns: MAIN, count: this.#used, uniqueCount: items.length }, items.join("")));
  }
}
