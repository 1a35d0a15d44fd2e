/**
 * What of a workbook was not taken over, collected while it is read, as sentences in the order in which they
 * first came up.
 */

/** More examples than these are not named. */
const NAMED = 5;

export class Notes {
  readonly #found = new Map<string, { count: number; readonly places: string[] }>();

  /** Notes something, at a place where it has one. */
  add(text: string, place: string | null = null): void {
    const known = this.#found.get(text) ?? { count: 0, places: [] };
    this.#found.set(text, known);
    known.count += 1;
    if (place !== null && known.places.length < NAMED) known.places.push(place);
  }

  sentences(): string[] {
    return [...this.#found].map(([text, { count, places }]) => {
      const more = count > places.length && places.length > 0 ? ` and ${count - places.length} more` : "";
      return places.length === 0 ? text : `${text} (${places.join(", ")}${more})`;
    });
  }
}
