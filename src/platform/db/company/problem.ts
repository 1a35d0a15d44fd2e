/** A company can't be moved, received or erased. The message is for the operator. */
export class MoveProblem extends Error {
  override readonly name = "MoveProblem";
  /** True if there is no such company. */
  readonly missing: boolean;
  constructor(message: string, missing = false) {
    super(message);
    this.missing = missing;
  }
}
