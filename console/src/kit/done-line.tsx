/** What was done last on a page, in a line, and the way back where there is one: its button, or the key U. */
import { useLetter } from "./use-letter.ts";

export interface Done {
  readonly text: string;
  /** Takes it back. */
  readonly undo?: (() => void) | undefined;
}

export function DoneLine({ done: { text, undo } }: { readonly done: Done }) {
  useLetter("u", () => undo?.());
  return (
    <p className="says" role="status">
      <span dir="auto">{text}</span>{" "}
      {undo === undefined ? null : (
        <button type="button" className="button plain" aria-keyshortcuts="u" onClick={undo}>
          Undo
        </button>
      )}
    </p>
  );
}
