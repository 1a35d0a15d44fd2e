/**
 * The error for an invalid JSON file. Invariant: the byte and the path name the first fault, and the message
 * contains both.
 */

/**
 * A file that is refused: `offset` is a byte of the file, from 0; `path` as `journal[12]`, empty for the
 * whole.
 */
export class JsonProblem extends Error {
  override readonly name = "JsonProblem";
  readonly offset: number;
  readonly path: string;
  readonly reason: string;
  constructor(offset: number, path: string, reason: string) {
    super(`${path === "" ? "The file" : path}: ${reason} (byte ${offset})`);
    this.offset = offset;
    this.path = path;
    this.reason = reason;
  }
}
