/**
 * The types of on-page.js. That file is JavaScript, because it uses browser globals, which the project's
 * TypeScript does not declare.
 */
export interface Target {
  readonly kind: "link" | "choice" | "file" | "day" | "field" | "drag" | "button" | "place";
  /** The same for targets that look alike, such as the rows of a list. */
  readonly group: string;
  /** The place in the window, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
  /** The number of options of a choice. */
  readonly options: number;
}
export function targets(): Target[];
export function chooseOption(choice: {
  readonly x: number;
  readonly y: number;
  readonly index: number;
}): void;
export function faultOnPage(): string | null;
