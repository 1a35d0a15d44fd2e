/** A problem as it is told: to a person as a sentence, to a program as a code, to both as an exit code. */
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

/** A problem that is thrown as what to tell of it. */
export class Told extends Error {
  override readonly name = "Told";
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}
