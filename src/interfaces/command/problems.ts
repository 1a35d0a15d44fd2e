/**
 * Maps every error that a command may throw to a sentence and an exit code. The result contains no stack
 * trace and no secrets.
 */
import { noteIn } from "../../core/advice.ts";
import { BundleProblem } from "../../contract/bundle.ts";
import { AssertionFailed } from "@daybook/words/assert";
import {
  CommitUnknown,
  DISK_FULL,
  EngineStopped,
  isSealed,
  unavailableReason,
} from "../../platform/db/unavailable.ts";
import { Refusal } from "../../core/errors.ts";
import {
  DistributionProblem,
  MigrationMismatch,
  MigrationsPending,
  UpgradeFailed,
  MoveProblem,
  placeOf,
  sqlState,
} from "../../platform/db/index.ts";
import { WorkbookProblem } from "../../platform/workbooks/problem.ts";
import { LineProblem } from "../../platform/text/line-problem.ts";
import { JsonProblem, UnsureAccounts } from "../../modules/intake/index.ts";
import type { Exit } from "./exit-codes.ts";
import { explainOwn } from "./own-problems.ts";
import { COMMAND_VOICE } from "./voice.ts";
import type { Problem } from "./problem.ts";

/**
 * Explains an error. `databaseUrl` is for the message of an unreachable server, which leaves the password
 * out.
 */
export function explain(error: unknown, databaseUrl: string | null): Problem {
  return explainOwn(error) ?? explainOther(error, databaseUrl);
}

/** Explains an error that did not arise in the command line itself. */
function explainOther(error: unknown, databaseUrl: string | null): Problem {
  if (error instanceof Refusal) {
    return {
      exit: exitOf(error),
      code: error.code,
      message: error.in(COMMAND_VOICE),
      ...(error.param === undefined ? {} : { param: error.param }),
      ...(error instanceof UnsureAccounts ? { accounts: error.accounts } : {}),
    };
  }
  if (error instanceof LineProblem)
    return {
      exit: "usage",
      code: "invalid_journal",
      message: `Nothing was imported. ${noteIn(error, COMMAND_VOICE)}`,
    };
  if (error instanceof BundleProblem || error instanceof JsonProblem) {
    return {
      exit: "usage",
      code: "invalid_bundle",
      message: `Nothing was imported. ${error.message}.`,
      ...(error.path === "" ? {} : { param: error.path }),
    };
  }
  if (error instanceof WorkbookProblem)
    return { exit: "usage", code: "invalid_workbook", message: error.message };
  if (error instanceof AssertionFailed) {
    return {
      exit: "failure",
      code: "internal_error",
      message: `An internal check failed, and the change was rolled back: ${error.message}.`,
    };
  }
  return (
    aboutDatabase(error) ??
    fromDatabase(error, databaseUrl) ??
    fromFiles(error) ?? { exit: "failure", code: "failed", message: `It failed: ${messageOf(error)}.` }
  );
}

/** Explains what the service itself found out about its database; null for other errors. */
function aboutDatabase(error: unknown): Problem | null {
  if (error instanceof MigrationMismatch)
    return {
      exit: "database",
      code: "other_version",
      message: `This is not the version for this database: ${error.message}.`,
    };
  if (error instanceof MigrationsPending)
    return {
      exit: "database",
      code: "not_upgraded",
      message: `The database is of an older version, and nothing was changed: ${error.message}. Upgrade it with \`npx daybook migrate\`, or by a start; both say how to go back.`,
    };
  if (error instanceof MoveProblem)
    return { exit: error.missing ? "missing" : "usage", code: "move_refused", message: error.message };
  if (error instanceof DistributionProblem)
    return {
      exit: "usage",
      code: "not_distributed",
      message: `The database was not distributed: ${error.message}.`,
    };
  if (error instanceof UpgradeFailed)
    return { exit: "failure", code: "upgrade_failed", message: error.message };
  if (error instanceof CommitUnknown)
    return {
      exit: "failure",
      code: "change_unknown",
      message:
        "The database did not confirm the change, which may have been made all the same. Look whether it was before you run the command again.",
    };
  if (error instanceof EngineStopped)
    return { exit: "failure", code: "database_stopped", message: error.message };
  return null;
}

function exitOf(refusal: Refusal): Exit {
  if (refusal.status === 404) return "missing";
  if (refusal.status === 503) return "database";
  return refusal.status >= 500 ? "failure" : "usage";
}

function messageOf(error: unknown): string {
  const text = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  return String(text).replace(/\.$/, "");
}

/** The beginning of the SQLSTATE of violated constraints. */
const CONSTRAINT_VIOLATION = "23";

function fromDatabase(error: unknown, databaseUrl: string | null): Problem | null {
  if (!(error instanceof Error)) return null;
  if (sqlState(error) === DISK_FULL) {
    return {
      exit: "failure",
      code: "disk_full",
      message:
        "The disk of the database is full. The change was rolled back; make room and run the command again.",
    };
  }
  const because = unavailableReason(error);
  if (because !== null && databaseUrl !== null) {
    return {
      exit: "database",
      code: "database_unreachable",
      message: `The database at ${placeOf(databaseUrl) ?? "DATABASE_URL"} can't be used: ${because}.`,
    };
  }
  if (isSealed(error))
    return {
      exit: "usage",
      code: "company_sealed",
      message: "The company moves, or has moved, to another installation: nothing of it can be changed here.",
    };
  if (sqlState(error)?.startsWith(CONSTRAINT_VIOLATION)) {
    return {
      exit: "usage",
      code: "refused_by_database",
      message: `The database refused the command: ${messageOf(error)}.`,
    };
  }
  return null;
}

/** The reasons why a file or folder can't be used, by the code of the system's error. */
const FILE_REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user lacks the right",
  EPERM: "this user lacks the right",
  EROFS: "it is on a read-only file system",
  ENOSPC: "the disk is full",
  EDQUOT: "this user's share of the disk is full",
  ENOTDIR: "a part of its path is a file where a folder is needed",
  EEXIST: "something else has that name",
};

function fromFiles(error: unknown): Problem | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  const because = FILE_REASONS[error.code];
  if (because === undefined) return null;
  const path = "path" in error && typeof error.path === "string" ? error.path : "A file";
  return { exit: "failure", code: "file", message: `${path} can't be used: ${because}.` };
}
