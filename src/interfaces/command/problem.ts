/** The report of a failed command: sentences for people, a code for programs, and an exit code. */
import type { Exit } from "./exit-codes.ts";

export interface Problem {
  readonly exit: Exit;
  /** A stable word for programs, such as `folder_locked`. */
  readonly code: string;
  /** Sentences for people. */
  readonly message: string;
  /** The invalid input, if the problem is about one. */
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
