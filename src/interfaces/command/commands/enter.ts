/** The command that makes an invoice or a bill of its lines. */
import { type Column, type Row, rowsText } from "../card-command.ts";
import { databaseCommand, type DatabaseCommand } from "../command.ts";
import { day, needed, optional, several, text, UsageProblem } from "../fields.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";
import { type ItemWords, LINE, linesOf, own } from "./item-inputs.ts";
import { namesOf } from "./named.ts";

interface EnterWords extends Pick<ItemWords, "item" | "party"> {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  readonly operation: "createInvoice" | "createBill";
  /** The member of the request that `--number` gives. */
  readonly numberAs: string;
  readonly numberHelp: string;
  readonly columns: readonly Column[];
}

/** The columns of both sides, behind the id and the party. */
export const ENTERED_COLUMNS: readonly Column[] = [
  ["NUMBER", "number"],
  ["STATUS", "status"],
  ["DATE", "issue_date"],
  ["DUE", "due_date"],
  ["TOTAL", "total_cents"],
  ["OPEN", "amount_due_cents"],
];

export function enterCommand(words: EnterWords): DatabaseCommand {
  const { item, party, operation, numberAs } = words;
  return databaseCommand({
    name: words.name,
    summary: words.summary,
    description: words.description,
    examples: words.examples,
    operation,
    fields: {
      ...own(party, needed("argument", text(party), `The ${party}'s name.`)),
      line: several(
        "option",
        LINE,
        "A line, as CATEGORY=AMOUNT[;;DESCRIPTION], the category by id or name; may be repeated.",
      ),
      number: optional("option", text("number"), words.numberHelp),
      date: optional("option", day(), `The date of the ${item}; default: today.`),
      due: optional("option", day(), `The due date; default: the date of the ${item}.`),
      email: optional("option", text("e-mail"), `The ${party}'s e-mail address. Nothing is sent to it.`),
      ...COMPANY_OPTION,
    },
    async run(app, args) {
      const company_id = await chooseCompany(app, args.company);
      if (args.line.length === 0)
        throw new UsageProblem("Give at least one --line, such as --line Software=100.");
      const idNamed = namesOf(app, company_id);
      const line_items = [];
      for (const { category, department, amount_cents, description } of linesOf(args.line)) {
        if (department !== null)
          throw new UsageProblem(
            `The line of ${item === "bill" ? "a bill" : "an invoice"} has no department.`,
          );
        line_items.push({
          description: description ?? category,
          unit_amount_cents: amount_cents,
          category_id: await idNamed("category", category),
        });
      }
      const body = {
        [`${party}_name`]: (args as Row)[party],
        [numberAs]: args.number,
        [`${party}_email`]: args.email,
        ...(args.date === null ? {} : { issue_date: args.date }),
        ...(args.due === null ? {} : { due_date: args.due }),
        line_items,
      };
      const given = { path: {}, query: {}, body };
      const made = await app.callOperation({ operation, companyId: company_id, given });
      return { company_id, [item]: made as Row };
    },
    show: (result) => rowsText(words.columns, [result[item] as Row], ""),
  });
}
