/**
 * A text that is put together piece by piece. Its length is watched while it grows, so that none is made that
 * is too long.
 */
import { TEXT_MAX } from "./limits.ts";
import { VALUE } from "./values.ts";
import { countText } from "./work.ts";

export class GrowingText {
  #text = "";

  /** Throws #VALUE! when it would get too long. */
  add(text: string): void {
    if (this.#text.length + text.length > TEXT_MAX) throw VALUE;
    countText(text);
    this.#text += text;
  }

  get text(): string {
    return this.#text;
  }
}
