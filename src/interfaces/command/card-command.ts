/**
 * Commands that are made from operation cards. The arguments and options, their checks and their help come
 * from the card, and the work is its handler. A card can't say how a command is called, which of its inputs
 * have other names on a command line, and the columns of its table: that is what `CardWords` say.
 */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { Refusal, refuse } from "../../core/errors.ts";
import { accountingText, centsFromMoney } from "@daybook/words/money-text";
import { type Command, databaseCommand } from "./command.ts";
import { chooseCompany, COMPANY_ARGUMENT, COMPANY_OPTION } from "./commands/choose.ts";
import { namesOf, type Nameable } from "./commands/named.ts";
import * as fields from "./fields.ts";
import { INPUTS } from "./generated/inputs.ts";
import { instant, table } from "./table.ts";

/** A record of an answer. */
export type Row = Readonly<Record<string, unknown>>;
/** What a command of a card returns: the company, and the answer under the name of its record. */
type Result = Row & { readonly company_id: string };
type Operation = keyof typeof INPUTS;

/** What a command says of an input, where the card does not say it or says it for programs. */
interface InputWords {
  /** The name of the option or argument. Default: the card's. */
  readonly as?: string;
  readonly place?: "argument" | "option";
  /** The kind of value, of which a card knows only the type; of an id, say. */
  readonly kind?: fields.Kind<unknown>;
  readonly help?: string;
  readonly required?: true;
  /** The value is an id or a name of such a record. */
  readonly named?: Nameable;
  /** Makes the card's value of the given one. Default: the value itself. */
  readonly send?: (value: unknown) => unknown;
}

/** A column of a table: its title, and the member of a record or the text that is made of it. */
export type Column = readonly [title: string, cell: string | ((row: Row) => string)];

export interface CardWords<O extends Operation> {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** Where the company is given. Default: an option. */
  readonly company?: "argument";
  readonly inputs?: { readonly [Name in keyof (typeof INPUTS)[O]]?: InputWords };
  /** Values of inputs that this command always has. */
  readonly fixed?: { readonly [Name in keyof (typeof INPUTS)[O]]?: unknown };
  /** Inputs that no command line gives. */
  readonly without?: readonly (keyof (typeof INPUTS)[O])[];
  /** Throws `UsageProblem` where the arguments do not go together. */
  readonly check?: (args: Row) => void;
  /** The member of the answer that is the result, or what makes the result of it. Default: all of it. */
  readonly at?: string | ((answer: Row) => unknown);
  /** The name of the result beside the company's id. Default: its members stand there themselves. */
  readonly as?: string;
  /** Further members of the result, which the answer does not have. */
  readonly made?: (args: Row, today: CivilDate) => Row;
  readonly show: (result: Result) => string;
}

interface Input {
  readonly place: "path" | "query" | "body";
  readonly is: "cents" | "count" | "day" | "list" | "switch" | "text" | "word";
  readonly words?: readonly string[];
  readonly low?: number;
  readonly high?: number;
  readonly required: boolean;
  readonly help: string;
}

const MONEY = fields.pattern(
  "amount",
  String.raw`^\d[\d,]{0,20}(\.\d{1,2})?$`,
  "an amount of dollars, such as 1,250.00",
);

/** Reads an amount, whose form the field has checked but for the places of its commas. */
function centsOf(given: unknown): Cents {
  const found = centsFromMoney(String(given));
  if (found === null)
    throw new fields.UsageProblem(`${String(given)} is no amount of dollars, such as 1,250.00.`);
  return found;
}

function kindOf({ is, words = [], low = 0, high = Number.MAX_SAFE_INTEGER }: Input): fields.Kind<unknown> {
  switch (is) {
    case "cents":
      return MONEY;
    case "count":
      return fields.wholeNumber("count", low, high);
    case "day":
      return fields.day();
    case "word":
      return fields.word(...words);
    case "list":
    case "switch":
    case "text":
      return fields.text("text");
  }
}

/** The input by which operations check a change and answer what it makes, without writing it. */
const PREVIEW = "preview";
const PREVIEW_HELP = "Only show what it would change.";

/** The help of an input that takes an id or a name. */
const helpOfNamed = (help: string): string =>
  help.includes("by id or name") ? help : `${help} By id or name.`;

function fieldOf(name: string, input: Input, words: InputWords): fields.Field<unknown> {
  const said = words.help ?? (name === PREVIEW ? PREVIEW_HELP : input.help);
  // An amount is given in dollars here.
  const ofAmount = input.is === "cents" ? said.replace(/ In cents\.$/, "") : said;
  const help = words.named === undefined ? ofAmount : helpOfNamed(ofAmount);
  if (input.is === "switch" && words.kind === undefined) return fields.toggle(help);
  const place = words.place ?? (input.place === "path" ? "argument" : "option");
  const kind = words.kind ?? kindOf(input);
  return (words.required ?? input.required)
    ? fields.needed(place, kind, help)
    : fields.optional(place, kind, help);
}

function sent({ is, place }: Input, { send }: InputWords, value: unknown): unknown {
  const made = send === undefined ? (is === "cents" ? centsOf(value) : value) : send(value);
  return place === "body" ? made : String(made);
}

/** Makes a command of an operation. */
export function cardCommand<O extends Operation>(operation: O, words: CardWords<O>): Command {
  const { fixed = {}, without = [] } = words;
  const inputWords = (name: string): InputWords =>
    (words.inputs as Readonly<Record<string, InputWords>> | undefined)?.[name] ?? {};
  const shownAs = (name: string): string => inputWords(name).as ?? (name === PREVIEW ? "dry_run" : name);
  // Absent while the generated file does not have the operation yet: `emit` makes it.
  const inputs = Object.entries((INPUTS[operation] ?? {}) as Readonly<Record<string, Input>>);
  const given = inputs.filter(
    ([name, { is }]) =>
      !(name in fixed) &&
      !(without as readonly string[]).includes(name) &&
      (is !== "list" || inputWords(name).kind !== undefined),
  );
  const own = given.map(([name, input]) => [shownAs(name), fieldOf(name, input, inputWords(name))] as const);
  const company = words.company === "argument" ? { company: COMPANY_ARGUMENT } : COMPANY_OPTION;
  return databaseCommand<fields.Fields, Result>({
    name: words.name,
    summary: words.summary,
    ...(words.description === undefined ? {} : { description: words.description }),
    examples: words.examples,
    operation,
    fields:
      words.company === "argument"
        ? { ...company, ...Object.fromEntries(own) }
        : { ...Object.fromEntries(own), ...company },
    async run(app, args) {
      words.check?.(args);
      const company_id = await chooseCompany(app, args["company"] as string | null);
      const values: Record<Input["place"], Record<string, unknown>> = { path: {}, query: {}, body: {} };
      for (const [name, input] of inputs) if (name in fixed) values[input.place][name] = (fixed as Row)[name];
      const idNamed = namesOf(app, company_id);
      for (const [name, input] of given) {
        const value = args[shownAs(name)];
        if (value === null || value === false) continue;
        const { named } = inputWords(name);
        values[input.place][name] = sent(
          input,
          inputWords(name),
          named === undefined ? value : await idNamed(named, value as string),
        );
      }
      const answer = await app
        .callOperation({ operation, companyId: company_id, given: values as never })
        .catch((error: unknown) => {
          throw error instanceof Refusal ? renamed(error, own, shownAs) : error;
        });
      const result = resultOf(answer as Row, words.at);
      return {
        company_id,
        ...words.made?.(args, app.clock.today()),
        ...(words.as === undefined ? (result as Row) : { [words.as]: result }),
        ...(values.body[PREVIEW] === true ? { [PREVIEW]: true } : {}),
      };
    },
    show: (result) =>
      result[PREVIEW] === true ? `${words.show(result)}\n\nNothing was changed.` : words.show(result),
  });
}

function resultOf(answer: Row, at: CardWords<Operation>["at"]): unknown {
  if (at === undefined) return answer;
  return typeof at === "string" ? answer[at] : at(answer);
}

/** A refusal with the names that inputs have on the command line. */
export function renamed(
  { code, message, param, ways }: Refusal,
  own: readonly (readonly [name: string, field: fields.Field<unknown>])[],
  shownAs: (name: string) => string,
): Refusal {
  const inWords = message.replaceAll(/`(\w+)`/g, (quoted, name: string) => {
    const found = own.find(([each]) => each === shownAs(name));
    return found === undefined ? quoted : fields.shownName(...found);
  });
  return refuse(code, {
    message: inWords,
    ...(param === undefined ? {} : { param: shownAs(param) }),
    ways: ways.map((way) => ("give" in way ? { ...way, give: shownAs(way.give) } : way)),
  });
}

/** Returns records as a table. Amounts and times are written as everywhere on the terminal. */
export function rowsText(columns: readonly Column[], rows: readonly Row[], emptyText: string): string {
  return table(
    columns.map(([title]) => title),
    rows.map((row) =>
      columns.map(([, cell]) => (typeof cell === "string" ? cellOf(cell, row[cell]) : cell(row))),
    ),
    emptyText,
  );
}

function cellOf(member: string, value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (member.endsWith("_cents")) return accountingText(value as Cents);
  if (/^(?:at|created|updated|last_used|.*_at)$/.test(member) && typeof value === "number")
    return instant(value);
  return said(value);
}

/** A value of an answer in a sentence or a cell. */
export const said = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
