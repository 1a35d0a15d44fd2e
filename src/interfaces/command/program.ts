/**
 * Parses the command line with Commander, whose commands and options are made from the registry of commands.
 * Invariant: an unknown command or option is refused before anything has run.
 */
import { Command as Parser, CommanderError, Option } from "commander";
import type { Command } from "./command.ts";
import { exitCodeLines } from "./exit-codes.ts";
import { type Field, flagOf } from "./fields.ts";
import { COMMANDS, GROUPS } from "./registry.ts";

/** A parsed command line: a command to run, or a text to print. */
export type Request =
  | {
      readonly kind: "run";
      readonly command: Command;
      /**
       * The values by field, as Commander returns them: texts, lists of texts, true for switches, or
       * undefined.
       */
      readonly given: Readonly<Record<string, unknown>>;
      readonly json: boolean;
    }
  /** The help or the version, which was asked for. */
  | { readonly kind: "shown"; readonly text: string }
  /** An invalid command line: the error message, or the help of a group whose command is missing. */
  | { readonly kind: "refused"; readonly text: string };

const AFTER_HELP = `
Each command explains itself with --help. Settings are variables of the environment; published/config.md lists them.
With --json the standard output is one JSON document, also when the command is refused:
{"error": {"code", "message", "exit_code"}}, with "param" where one input is at fault, and "accounts" where those of books need an answer. All else is said on the standard error.

Exit codes:
${exitCodeLines()}`;

/** Parses the words after `daybook`. Throws nothing for an invalid command line. */
export function readCommandLine(words: readonly string[], version: string): Request {
  let request: Request | null = null;
  let output = "";
  let errorOutput = "";
  const root = prepare(
    new Parser("daybook"),
    (text) => (output += text),
    (text) => (errorOutput += text),
  )
    .description("Daybook: companies' books in, true statements out over an API.")
    .version(version, "-V, --version", "print the version")
    .usage("<command> [options]")
    .addHelpText("after", AFTER_HELP);
  for (const command of COMMANDS) {
    add(root, command, (rawValues, json) => {
      request = { kind: "run", command, given: rawValues, json };
    });
  }
  try {
    root.parse(withHelpLast(words), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "shown", text: output.trimEnd() };
    // `commander.help` means that a group was named without one of its commands: Commander then writes the
    // help of the group to the standard error, and nothing else goes there.
    return {
      kind: "refused",
      text: error.code === "commander.help" ? errorOutput.trimEnd() : sentence(error.message),
    };
  }
  return request ?? { kind: "refused", text: root.helpInformation().trimEnd() };
}

/**
 * Rewrites `help key create` as `key create --help`. If the words name no command, `--help` is left out, so
 * that the parser refuses the words instead of showing the general help.
 */
function withHelpLast(words: readonly string[]): string[] {
  const isHelp = (text: string) => text === "--help" || text === "-h";
  const rewritten = words[0] === "help" ? [...words.slice(1), "--help"] : [...words];
  const [first, second] = rewritten.filter((text) => !text.startsWith("-"));
  const isKnown =
    first === undefined ||
    COMMANDS.some(({ name }) => name === first || name === `${first} ${second}`) ||
    (first in GROUPS && second === undefined);
  return isKnown ? rewritten : rewritten.filter((text) => !isHelp(text));
}

/**
 * Rewrites Commander's error message as a sentence, followed by the suggestion that some messages contain.
 */
function sentence(message: string): string {
  const [problem = "", suggestion = ""] = message.replace(/^error: /, "").split("\n");
  const first = `${problem.slice(0, 1).toUpperCase()}${problem.slice(1).replace(/\.$/, "")}.`;
  return `${first} ${suggestion.replace(/^\((.*)\)$/, "$1 ")}Add --help to a command to see its options.`;
}

/**
 * Makes a parser throw instead of ending the process, and passes its output to `out` and `err`. Options
 * behind `upload undo` are its own, not those of `upload`, which is a command too.
 */
function prepare(parser: Parser, out: (text: string) => void, err: (text: string) => void): Parser {
  return parser
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .enablePositionalOptions()
    .helpOption("-h, --help", "explain the command")
    .helpCommand("help [command]", "explain a command");
}

/** Adds a command to the parser; `onRun` is called when the command line names that command. */
function add(
  root: Parser,
  command: Command,
  onRun: (rawValues: Readonly<Record<string, unknown>>, json: boolean) => void,
): void {
  const [first = "", second] = command.name.split(" ");
  let parent = root;
  if (second !== undefined) {
    parent =
      root.commands.find((known) => known.name() === first) ??
      root.command(first).description(GROUPS[first] ?? "");
  }
  const parser = parent.command(second ?? first, { hidden: command.hidden ?? false });
  parser
    .summary(command.summary)
    .description(
      command.description === undefined ? command.summary : `${command.summary}. ${command.description}`,
    );
  const fields = Object.entries(command.fields);
  const positional = fields.filter(([, { place }]) => place === "argument");
  for (const [name, field] of positional) parser.argument(argumentOf(name, field), field.help);
  for (const [name, field] of fields) if (field.place !== "argument") parser.addOption(optionOf(name, field));
  parser.option("--json", "print the result as one JSON document");
  parser.addHelpText("after", examplesOf(command));
  parser.action((...parsed: unknown[]) => {
    const options = parser.opts<Record<string, unknown>>();
    const rawValues = fields.map(([name, { place }]) => [
      name,
      place === "argument" ? parsed[positional.findIndex(([known]) => known === name)] : options[name],
    ]);
    onRun(Object.fromEntries(rawValues) as Record<string, unknown>, options["json"] === true);
  });
}

function argumentOf(name: string, { required, many, question }: Field<unknown>): string {
  const shown = `${name.replaceAll("_", "-")}${many ? "..." : ""}`;
  // An argument that can be asked for may be absent here; `readFields` refuses it if it was not asked for.
  return required && question === undefined ? `<${shown}>` : `[${shown}]`;
}

function optionOf(name: string, { kind, many, place, help }: Field<unknown>): Option {
  const option = new Option(
    place === "switch" ? flagOf(name) : `${flagOf(name)} <${kind.placeholder}>`,
    help,
  );
  // Commander would store the value under a camel-case name, and treat `--no-x` as the negation of `--x`.
  // Here the value is stored under the field's own name.
  option.attributeName = () => name;
  option.negate = false;
  // Commander takes dots at the end of a placeholder for several values, but `comp_...` only shortens an id.
  option.variadic = false;
  if (many)
    option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
  return option;
}

function examplesOf({ examples }: Command): string {
  if (examples.length === 0) return "";
  return `\nExamples:\n${examples.map(([line, meaning]) => `  daybook ${line}\n      ${meaning}`).join("\n")}`;
}
