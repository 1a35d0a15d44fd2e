/**
 * The notes on a workbook that is read: sentences about what the spreadsheet does not keep, in the order of
 * their first occurrence.
 */

/** The greatest number of places that a note lists. */
const MOST_PLACES = 5;

export class Notes {
  readonly #notes = new Map<string, { count: number; readonly places: string[] }>();

  /** Adds a note, or another place to an equal note. */
  add(text: string, place: string | null = null): void {
    const note = this.#notes.get(text) ?? { count: 0, places: [] };
    this.#notes.set(text, note);
    note.count += 1;
    if (place !== null && note.places.length < MOST_PLACES) note.places.push(place);
  }

  sentences(): string[] {
    return [...this.#notes].map(([text, { count, places }]) => {
      if (places.length === 0) return text;
      const more = count > places.length ? ` and ${count - places.length} more` : "";
      return `${text} (${places.join(", ")}${more})`;
    });
  }
}
