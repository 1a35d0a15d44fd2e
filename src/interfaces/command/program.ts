/**
 * The command line as its parser sees it, made from the registry. Invariant: what the parser does not
 * know it refuses, and nothing has run by then.
 */
import { Command as Parser, CommanderError, Option } from "commander";
import type { Command } from "./command.ts";
import { exitCodeLines } from "./exit-codes.ts";
import { type Field, flagOf } from "./fields.ts";
import { COMMANDS, GROUPS } from "./registry.ts";

/** A parsed command line: a command with its texts, or a text to show. */
export type Request =
  | {
      readonly kind: "run";
      readonly command: Command;
      readonly given: Readonly<Record<string, unknown>>;
      readonly json: boolean;
    }
  | { readonly kind: "shown"; readonly text: string }
  /** The parser's own sentence. */
  | { readonly kind: "refused"; readonly text: string };

const AFTER_HELP = `
Each command explains itself with --help. Settings are variables of the environment; published/config.md lists them.
With --json the standard output is one JSON document, also when the command is refused:
{"error": {"code", "message", "exit_code"}}, with "param" where one input is at fault. All else is said on the standard error.

Exit codes:
${exitCodeLines()}`;

/** Parses the words after `daybook`. */
export function readCommandLine(words: readonly string[], version: string): Request {
  let request: Request | null = null;
  let shown = "";
  let said = "";
  const root = prepare(
    new Parser("daybook"),
    (text) => (shown += text),
    (text) => (said += text),
  )
    .description("Daybook: companies' books in, true statements out over an API.")
    .version(version, "-V, --version", "print the version")
    .usage("<command> [options]")
    .addHelpText("after", AFTER_HELP);
  for (const command of COMMANDS) {
    add(root, command, (given, json) => {
      request = { kind: "run", command, given, json };
    });
  }
  try {
    root.parse(withHelpLast(words), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "shown", text: shown.trimEnd() };
    // The parser writes to the standard error only the help of a group whose command is missing.
    return {
      kind: "refused",
      text: error.code === "commander.help" ? said.trimEnd() : sentence(error.message),
    };
  }
  return request ?? { kind: "refused", text: root.helpInformation().trimEnd() };
}

/**
 * Rewrites `help key create` as `key create --help`. Words that are not a command stay as they are, so that
 * the parser refuses them.
 */
function withHelpLast(words: readonly string[]): string[] {
  const isHelp = (text: string) => text === "--help" || text === "-h";
  const asked = words[0] === "help" ? [...words.slice(1), "--help"] : [...words];
  const [first, second] = asked.filter((text) => !text.startsWith("-"));
  const known =
    first === undefined ||
    COMMANDS.some(({ name }) => name === first || name === `${first} ${second}`) ||
    (first in GROUPS && second === undefined);
  return known ? asked : asked.filter((text) => !isHelp(text));
}

/** The parser's words as a sentence, with the suggestion that it may make. */
function sentence(message: string): string {
  const [problem = "", suggestion = ""] = message.replace(/^error: /, "").split("\n");
  const first = `${problem.slice(0, 1).toUpperCase()}${problem.slice(1).replace(/\.$/, "")}.`;
  return `${first} ${suggestion.replace(/^\((.*)\)$/, "$1 ")}Add --help to a command to see its options.`;
}

function prepare(parser: Parser, out: (text: string) => void, err: (text: string) => void): Parser {
  return parser
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .helpOption("-h, --help", "explain the command")
    .helpCommand("help [command]", "explain a command");
}

function add(
  root: Parser,
  command: Command,
  asked: (given: Readonly<Record<string, unknown>>, json: boolean) => void,
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
  const places = fields.filter(([, { place }]) => place === "argument");
  for (const [name, field] of places) parser.argument(argumentOf(name, field), field.says);
  for (const [name, field] of fields) if (field.place !== "argument") parser.addOption(optionOf(name, field));
  parser.option("--json", "print the result as one JSON document");
  parser.addHelpText("after", examplesOf(command));
  parser.action((...parsed: unknown[]) => {
    const options = parser.opts<Record<string, unknown>>();
    const given = fields.map(([name, { place }]) => [
      name,
      place === "argument" ? parsed[places.findIndex(([known]) => known === name)] : options[name],
    ]);
    asked(Object.fromEntries(given) as Record<string, unknown>, options["json"] === true);
  });
}

function argumentOf(name: string, { required, many }: Field<unknown>): string {
  const shown = `${name.replaceAll("_", "-")}${many ? "..." : ""}`;
  return required ? `<${shown}>` : `[${shown}]`;
}

function optionOf(name: string, { kind, many, place, says }: Field<unknown>): Option {
  const option = new Option(
    place === "switch" ? flagOf(name) : `${flagOf(name)} <${kind.placeholder}>`,
    says,
  );
  // Its value is kept under the field's own name, also for a switch that begins with "no".
  option.attributeName = () => name;
  option.negate = false;
  // The dots of a placeholder such as `comp_...` do not mean several values.
  option.variadic = false;
  if (many)
    option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
  return option;
}

function examplesOf({ examples }: Command): string {
  if (examples.length === 0) return "";
  return `\nExamples:\n${examples.map(([line, says]) => `  daybook ${line}\n      ${says}`).join("\n")}`;
}
