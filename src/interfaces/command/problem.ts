/** A problem as it is reported: a sentence for people, a code for programs, an exit code for both. */
import type { Exit } from "./exit-codes.ts";

export interface Problem {
  readonly exit: Exit;
  /** One word for programs. */
  readonly code: string;
  /** Sentences for people. */
  readonly message: string;
  /** The offending input, where one is named. */
  readonly param?: string;
}

/** An error whose message is shown to the user as it is, with its exit code. */
export class UserFacingError extends Error {
  override readonly name = "UserFacingError";
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}
