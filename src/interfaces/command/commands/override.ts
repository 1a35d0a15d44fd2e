/** Commands on overrides: limits on a company's requests in one month, which replace the cap of its plan. */
import { monthOf, parseCivilMonth } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { databaseCommand } from "../command.ts";
import { needed, optional, pattern, UsageProblem, wholeNumber } from "../fields.ts";
import type { CommandServices } from "../services.ts";
import { COMPANY_ARGUMENT as company, companyId } from "./choose.ts";

const month = optional(
  "option",
  pattern("YYYY-MM", "^\\d{4}-(0[1-9]|1[0-2])$", "a month, YYYY-MM"),
  "The month; default: the current one in Los Angeles.",
);

/** Returns the month of the option, by default the current one. */
function chooseMonth(app: CommandServices, option: string | null) {
  const chosen = option === null ? monthOf(app.clock.today()) : parseCivilMonth(option);
  if (chosen === null) throw new UsageProblem(`There is no month ${option}.`);
  return chosen;
}

/** The result of both commands: the company's overrides. */
interface Overrides {
  readonly company_id: string;
  readonly overrides: readonly { readonly month: string; readonly requests: number }[];
}

function show({ company_id, overrides }: Overrides): string {
  return `Overrides of ${company_id}: ${overrides.map((each) => `${each.requests} in ${each.month}`).join(", ") || "none"}`;
}

const overrideSet = databaseCommand({
  name: "override set",
  summary: "Allow a company more or fewer requests in a month than its plan does",
  examples: [["override set comp_sample 50000", "in this month; the plan's cap applies again from the next"]],
  fields: {
    company,
    requests: needed(
      "argument",
      wholeNumber("requests", 0, LIMITS.stated_requests.value),
      "Requests allowed in the month.",
    ),
    month,
  },
  async run(app, args) {
    const company_id = companyId(args.company);
    return {
      company_id,
      overrides: await app.usage.override(company_id, chooseMonth(app, args.month), args.requests),
    };
  },
  show,
});

const overrideClear = databaseCommand({
  name: "override clear",
  summary: "Restore the plan's cap",
  examples: [["override clear comp_sample", "in this month"]],
  fields: { company, month },
  async run(app, args) {
    const company_id = companyId(args.company);
    return {
      company_id,
      overrides: await app.usage.override(company_id, chooseMonth(app, args.month), null),
    };
  },
  show,
});

export const OVERRIDE_COMMANDS = [overrideSet, overrideClear];
