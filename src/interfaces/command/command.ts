/**
 * Commands of the command line. A command is a card, which describes it as data, with one function `run`. The
 * parser, the help, the control socket and the checks of arguments are derived from the cards. Invariant: a
 * database command runs in the same way in this process and in a running server.
 */
import type { AccountKind } from "@daybook/words/account-kinds";
import type { Config } from "../../config/config.ts";
import type { ReportProgress } from "../../core/progress.ts";
import { runAs } from "../../platform/log/actor.ts";
import type { Exit } from "./exit-codes.ts";
import type { ArgsOf, Fields } from "./fields.ts";
import type { CommandServices, OpenOptions } from "./services.ts";
import type { Stop, Terminal } from "./terminal.ts";

/** What the cards of all commands have. */
interface Card<F extends Fields> {
  /** The command's name: one word, or the word of its group and a second one, as in `key create`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Further text of the help. */
  readonly description?: string;
  /** Command lines without the word `daybook`, each with an explanation. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** The arguments and options. */
  readonly fields: F;
  /** True leaves the command out of the list of commands. */
  readonly hidden?: true;
}

/** What the cards of commands with a result have. With `--json` the result itself is printed. */
interface ResultCard<F extends Fields, R> {
  /** Returns the text that is printed for a person. */
  readonly show: (result: R, args: ArgsOf<F>) => string;
  /** Returns sentences that are printed on the standard error, also with `--json`. */
  readonly notes?: (result: R) => readonly string[];
  /** Returns the exit code for a result. Default: `ok`. */
  readonly exit?: (result: R) => Exit;
}

/**
 * A command on the database. It runs in this process, or in a running server that has the database open. Its
 * result is JSON.
 */
interface DatabaseCard<F extends Fields, R> extends Card<F>, ResultCard<F, R> {
  /**
   * What a run with these arguments does if the embedded database does not exist: `make` if it brings books
   * in, `use a temporary one` if it needs no books and stores nothing. Default: `refuse`.
   */
  readonly withoutFolder?: (args: ArgsOf<F>) => "make" | "use a temporary one" | "refuse";
  /** The operation that the command is made of, if it is made of one. */
  readonly operation?: string;
  /**
   * Runs the command. `signal` is aborted when the user asks to stop or the client has disconnected, and ends
   * the reading of files. `operator` is the user name, on this machine, of the person who ran the command.
   */
  readonly run: (
    app: CommandServices,
    args: ArgsOf<F>,
    report: ReportProgress,
    signal: AbortSignal,
    operator: string,
  ) => Promise<R>;
  /**
   * True if the command never runs in a running server on PostgreSQL: it takes long, or must run with the
   * code of this very version. On the embedded database it runs in the process that holds the folder all the
   * same.
   */
  readonly ownProcess?: true;
  /** True if the command upgrades a database of an older version. All others refuse it. */
  readonly migrates?: true;
  /**
   * The arguments with the kinds of accounts that a person gave, for a command that is refused until it knows
   * them; it is then run again.
   */
  readonly withKinds?: (args: ArgsOf<F>, kinds: ReadonlyMap<string, AccountKind>) => ArgsOf<F>;
  /** The message after an interruption, if an interruption does not roll everything back. */
  readonly interrupted?: string;
}

/** A command that runs in this process, with or without a database. Its result is JSON. */
interface LocalCard<F extends Fields, R> extends Card<F>, ResultCard<F, R> {
  readonly run: (context: CommandContext, args: ArgsOf<F>, report: ReportProgress) => Promise<R>;
}

/** A command that runs in this process until it is stopped, such as `start`. It prints its own output. */
interface ResidentCard<F extends Fields> extends Card<F> {
  readonly run: (context: CommandContext, args: ArgsOf<F>) => Promise<Exit>;
}

/** What a command line needs of its process. */
export interface CommandContext {
  readonly config: Config;
  readonly terminal: Terminal;
  /** True if the result is wanted as JSON. */
  readonly json: boolean;
  /** Opens the application; the caller closes it. */
  readonly open: (config: Config, options: OpenOptions) => Promise<CommandServices>;
  /**
   * Generates the files of `published/` and returns their texts by name. Uses a separate database in memory.
   */
  readonly published: () => Promise<ReadonlyMap<string, string>>;
  /** Shows whether the user has asked to stop. */
  readonly stop: Stop;
  /** All commands, for a server that runs commands of other processes. */
  readonly commands: readonly Command[];
  /** The version of the program. */
  readonly version: string;
}

// `place` says where a command runs: with the database (in this process or in a running server), in this
// process only, or in this process until it is stopped.
export type DatabaseCommand = DatabaseCard<Fields, unknown> & { readonly place: "database" };
export type LocalCommand = LocalCard<Fields, unknown> & { readonly place: "local" };
export type ResidentCommand = ResidentCard<Fields> & { readonly place: "resident" };
export type Command = DatabaseCommand | LocalCommand | ResidentCommand;

// The following functions check a card with its own types of arguments and result, and return a command
// without these types, so that one list can contain all commands. That is safe: `checkArgs` checks the
// arguments of a command with its fields, and `show` and `exit` are only called with the result of the same
// card's `run`.

export function databaseCommand<const F extends Fields, R>(card: DatabaseCard<F, R>): DatabaseCommand {
  return { ...(card as unknown as DatabaseCard<Fields, unknown>), place: "database" };
}

export function localCommand<const F extends Fields, R>(card: LocalCard<F, R>): LocalCommand {
  return { ...(card as unknown as LocalCard<Fields, unknown>), place: "local" };
}

export function residentCommand<const F extends Fields>(card: ResidentCard<F>): ResidentCommand {
  return { ...(card as unknown as ResidentCard<Fields>), place: "resident" };
}

/** Runs a command. Its changes are recorded in the company's audit trail under the operator's name. */
export function runDatabaseCommand(
  { name, run }: DatabaseCommand,
  app: CommandServices,
  args: Readonly<Record<string, unknown>> & { readonly company?: unknown },
  {
    report,
    signal,
    operator,
  }: { readonly report: ReportProgress; readonly signal: AbortSignal; readonly operator: string },
): Promise<unknown> {
  const { company } = args;
  const company_id = typeof company === "string" ? company : null;
  return runAs({ surface: "command", by: operator, action: name, company_id }, () =>
    run(app, args as never, report, signal, operator),
  );
}
