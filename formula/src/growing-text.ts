/**
 * A text that is composed piece by piece. Its length is checked before each piece is added, so that a text
 * that is too long is never made.
 */
import { TEXT_MAX } from "./limits.ts";
import { VALUE } from "./values.ts";
import { countText } from "./work.ts";

export class GrowingText {
  #text = "";

  /** Throws #VALUE! if the text would become too long. */
  add(text: string): void {
    if (this.#text.length + text.length > TEXT_MAX) throw VALUE;
    countText(text);
    this.#text += text;
  }

  get text(): string {
    return this.#text;
  }
}
