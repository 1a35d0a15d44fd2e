/**
 * Commands: each is data and one function. The command line, its help, the control socket and the checks of
 * arguments derive from them. Invariant: a database command runs in the same way in this process and in a
 * running server.
 */
import type { Config } from "../../config/config.ts";
import type { Report } from "../../core/progress.ts";
import { acting } from "../../platform/log/actor.ts";
import type { Exit } from "./exit-codes.ts";
import type { ArgsOf, Fields } from "./fields.ts";
import type { CommandServices, OpenOptions } from "./services.ts";
import type { Stop, Terminal } from "./terminal.ts";

interface Card<F extends Fields> {
  /** One word, or the word of its group and its own: `key create`. */
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Further text of the help. */
  readonly description?: string;
  /** Command lines without `daybook`, and what each does. */
  readonly examples: readonly (readonly [line: string, says: string])[];
  readonly fields: F;
  /** Left out of the list of commands. */
  readonly hidden?: true;
}

interface Answering<F extends Fields, R> {
  /** The result for a person; what it returns is printed as it is. */
  readonly show: (result: R, args: ArgsOf<F>) => string;
  /** The exit code that a result means; left out: `ok`. */
  readonly exit?: (result: R) => Exit;
}

/**
 * A command that runs in the process that has the database open: this one, or the server that holds the
 * folder. Its result is JSON. `signal` is aborted when the caller no longer waits, so that reads from outside
 * end. `operator` is the user name of the person who ran the command.
 */
interface DatabaseCard<F extends Fields, R> extends Card<F>, Answering<F, R> {
  /** True if it brings books in, so that it makes the data folder where there is none. */
  readonly makesFolder?: true;
  readonly run: (
    app: CommandServices,
    args: ArgsOf<F>,
    report: Report,
    signal: AbortSignal,
    operator: string,
  ) => Promise<R>;
  /** On a PostgreSQL server it is no running server's work: it takes long, or is about this very version. */
  readonly apart?: true;
}

/** A command that runs in this process, with or without a database. Its result is JSON. */
interface LocalCard<F extends Fields, R> extends Card<F>, Answering<F, R> {
  readonly run: (context: CommandContext, args: ArgsOf<F>, report: Report) => Promise<R>;
}

/** A command that runs in this process until it is stopped, and prints its own output. */
interface ResidentCard<F extends Fields> extends Card<F> {
  readonly run: (context: CommandContext, args: ArgsOf<F>) => Promise<Exit>;
}

/** The surroundings in which a command line runs. */
export interface CommandContext {
  readonly config: Config;
  readonly terminal: Terminal;
  /** True if the result is wanted as JSON. */
  readonly json: boolean;
  /** Opens the application; the caller closes it. */
  readonly open: (config: Config, options: OpenOptions) => Promise<CommandServices>;
  /** Makes the generated files of `published/`, by name, over a database of their own. */
  readonly published: () => Promise<ReadonlyMap<string, string>>;
  /** Reports a request to stop. */
  readonly stop: Stop;
  /** Every command, for a server that runs those of others. */
  readonly commands: readonly Command[];
  /** The version of the program. */
  readonly version: string;
}

export type DatabaseCommand = DatabaseCard<Fields, unknown> & { readonly place: "database" };
export type LocalCommand = LocalCard<Fields, unknown> & { readonly place: "local" };
export type ResidentCommand = ResidentCard<Fields> & { readonly place: "resident" };
export type Command = DatabaseCommand | LocalCommand | ResidentCommand;

// Each card is checked with its own types where it is written; the registry then holds them without.
// Arguments have passed the schema that the card's fields make, and a result is the one that the card's `run`
// gave.

export function databaseCommand<const F extends Fields, R>(card: DatabaseCard<F, R>): DatabaseCommand {
  return { ...(card as unknown as DatabaseCard<Fields, unknown>), place: "database" };
}

export function localCommand<const F extends Fields, R>(card: LocalCard<F, R>): LocalCommand {
  return { ...(card as unknown as LocalCard<Fields, unknown>), place: "local" };
}

export function residentCommand<const F extends Fields>(card: ResidentCard<F>): ResidentCommand {
  return { ...(card as unknown as ResidentCard<Fields>), place: "resident" };
}

/** Runs a command in the operator's name, which the audit trail of the company keeps. */
export function runDatabaseCommand(
  { name, run }: DatabaseCommand,
  app: CommandServices,
  args: Readonly<Record<string, unknown>> & { readonly company?: unknown },
  {
    report,
    signal,
    operator,
  }: { readonly report: Report; readonly signal: AbortSignal; readonly operator: string },
): Promise<unknown> {
  const { company } = args;
  const company_id = typeof company === "string" ? company : null;
  return acting({ surface: "command", by: operator, action: name, company_id }, () =>
    run(app, args as never, report, signal, operator),
  );
}
