/**
 * Explains errors of the command line itself: invalid arguments and settings, unusable files, a locked
 * folder, an interruption. Invariant: this file imports no module and no database, so that such an error is
 * reported quickly.
 */
import { ConfigProblem } from "../../config/config.ts";
import { FolderLocked } from "../../platform/db/lock.ts";
import { FileProblem } from "../../platform/machine/files.ts";
import { UsageProblem } from "./fields.ts";
import { type Problem, UserFacingError } from "./problem.ts";
import { Interrupted } from "./services.ts";

/** Explains an error of the command line itself; returns null for any other error. */
export function explainOwn(error: unknown): Problem | null {
  if (error instanceof UserFacingError) return error.problem;
  if (error instanceof UsageProblem) return { exit: "usage", code: "usage", message: error.message };
  if (error instanceof ConfigProblem)
    return { exit: "usage", code: "invalid_setting", message: `${error.message}.` };
  if (error instanceof FileProblem)
    return { exit: error.missing ? "missing" : "usage", code: "file", message: error.message };
  if (error instanceof FolderLocked) return { exit: "locked", code: "folder_locked", message: error.message };
  if (error instanceof Interrupted)
    return { exit: "interrupted", code: "interrupted", message: error.message };
  return null;
}
