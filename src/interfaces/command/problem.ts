/** The report of a failed command: sentences for people, a code for programs, and an exit code. */
import type { AccountKind } from "@daybook/words/account-kinds";
import type { Exit } from "./exit-codes.ts";

/** A question about an account of imported books. */
export interface AccountQuestion {
  readonly account: string;
  /** What is known of it, in words. */
  readonly evidence: readonly string[];
  /** What it would be. */
  readonly guess: AccountKind;
}

export interface Problem {
  readonly exit: Exit;
  /** A stable word for programs, such as `folder_locked`. */
  readonly code: string;
  /** Sentences for people. */
  readonly message: string;
  /** The invalid input, if the problem is about one. */
  readonly param?: string;
  /** The accounts of imported books that need an answer. */
  readonly accounts?: readonly AccountQuestion[];
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
