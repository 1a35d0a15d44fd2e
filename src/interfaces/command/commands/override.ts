/** Commands on what a company may use of a month, in place of its plan's cap. */
import { monthOf, parseCivilMonth } from "../../../core/civil-date.ts";
import { databaseCommand } from "../command.ts";
import { id, needed, optional, pattern, UsageProblem, wholeNumber } from "../fields.ts";
import type { CommandServices } from "../services.ts";
import { companyId } from "./choose.ts";

const company = needed("argument", id("company"), "The company's id.");
const month = optional("option", pattern("YYYY-MM", "^\\d{4}-(0[1-9]|1[0-2])$", "a month, YYYY-MM"), "The month; left out, the current one in Los Angeles.");
/** More requests than any month has room for. */
const MOST_REQUESTS = 999_999_999;

function chosenMonth(app: CommandServices, given: string | null) {
  const chosen = given === null ? monthOf(app.clock.today()) : parseCivilMonth(given);
  if (chosen === null) throw new UsageProblem(`There is no month ${given}.`);
  return chosen;
}

const overrideSet = databaseCommand({
  name: "override set",
  summary: "Allow a company more or fewer requests in a month than its plan does",
  examples: [["override set comp_sample 50000", "in this month; from the next on the plan's cap holds again"]],
  fields: { company, requests: needed("argument", wholeNumber("requests", 0, MOST_REQUESTS), "Requests that are allowed in the month."), month },
  async run(app, args) {
    const company_id = companyId(args.company);
    return { company_id, overrides: await app.usage.override(company_id, chosenMonth(app, args.month), args.requests) };
  },
  show: ({ company_id, overrides }) => `Overrides of ${company_id}: ${overrides.map((each) => `${each.requests} in ${each.month}`).join(", ")}`,
});

const overrideClear = databaseCommand({
  name: "override clear",
  summary: "Let the plan's cap hold again",
  examples: [["override clear comp_sample", "in this month"]],
  fields: { company, month },
  async run(app, args) {
    const company_id = companyId(args.company);
    return { company_id, overrides: await app.usage.override(company_id, chosenMonth(app, args.month), null) };
  },
  show: ({ company_id, overrides }) => `Overrides of ${company_id}: ${overrides.map((each) => `${each.requests} in ${each.month}`).join(", ") || "none"}`,
});

export const OVERRIDE_COMMANDS = [overrideSet, overrideClear];
