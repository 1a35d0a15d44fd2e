/** Commands on companies: what they are, and every state that decides whether they may use the service. */
import { startOfMonth, unixSeconds, type UnixSeconds, parseCivilDate } from "../../../core/civil-date.ts";
import { LIFECYCLES, PLANS, SUBSCRIPTION_STATUSES } from "../../../core/company-words.ts";
import type { Report } from "../../../core/progress.ts";
import type { CompanyChange, CompanyRow } from "../../../modules/company/index.ts";
import { writePieces } from "../../../platform/machine/files.ts";
import { databaseCommand } from "../command.ts";
import { id, type Kind, namedFile, needed, optional, pattern, several, text, UsageProblem, wholeNumber, word } from "../fields.ts";
import { instant, table } from "../table.ts";
import { companyId } from "./choose.ts";

const company = needed("argument", id("company"), "The company's id.");

const HEAD = ["COMPANY", "NAME", "LIFECYCLE", "PLAN", "SUBSCRIPTION", "TRIAL ENDS", "FISCAL YEAR FROM"];

function line(row: CompanyRow): string[] {
  return [row.id, row.name, row.lifecycle, row.plan, row.subscription_status, instant(row.trial_ends_at), `month ${row.fiscal_year_start_month}`];
}

const companyList = databaseCommand({
  name: "company list",
  summary: "List the companies",
  examples: [["company list", "a table"], ["company list --json", "with every field"]],
  fields: {},
  run: async (app) => ({ companies: await app.company.list() }),
  show: ({ companies }) => table(HEAD, companies.map(line), "There is no company yet. Make one with `daybook seed` or `daybook import`."),
});

const companyShow = databaseCommand({
  name: "company show",
  summary: "Show a company, its features and what it used",
  examples: [["company show comp_sample --json", "every field"]],
  fields: { company },
  async run(app, args) {
    const row = await app.company.read(companyId(args.company));
    const [features, usage, overrides] = await Promise.all([app.company.listFeatures(row.id), app.usage.listMonths(row.id), app.usage.listOverrides(row.id)]);
    return { company: row, features, usage, overrides };
  },
  show: ({ company: row, features, usage, overrides }) =>
    [
      table(HEAD, [line(row)], ""),
      `Features: ${features.join(", ") || "none"}`,
      table(["MONTH", "REQUESTS", "OVERRIDE"], usage.map(({ month, requests }) => [month, String(requests), String(overrides.find((each) => each.month === month)?.requests ?? "")]), "No request was counted yet."),
    ].join("\n\n"),
});

const TRIAL_END = "^(none|\\d{1,12}|\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2})?(Z|[+-]\\d{2}:?\\d{2}))?)$";
/** The last second that a timestamp of the API may be. */
const LAST_SECOND = 253_402_300_799;
const trialEnd: Kind<string> = pattern("time", TRIAL_END, "Unix seconds, a date, an ISO 8601 datetime with Z or an offset, or none");

/** The instant at which a trial ends; a day alone is its first second in UTC. */
function readTrialEnd(given: string): UnixSeconds | null {
  if (given === "none") return null;
  const day = given.slice(0, 10);
  const seconds = /^\d+$/.test(given) ? Number(given) : parseCivilDate(day) === null ? Number.NaN : Math.floor(Date.parse(given) / 1000);
  if (!(seconds >= 0 && seconds <= LAST_SECOND)) throw new UsageProblem(`--trial-ends must be ${trialEnd.accepts}, from 1970-01-01 to the end of 9999.`);
  return unixSeconds(seconds);
}

const companySet = databaseCommand({
  name: "company set",
  summary: "Change a company's lifecycle, plan, subscription, name or fiscal year",
  examples: [
    ["company set comp_sample --lifecycle closed", "its keys answer 403 company_closed"],
    ["company set comp_sample --lifecycle open", "and work again"],
    ["company set comp_sample --subscription trialing --trial-ends 2026-12-31T00:00:00Z", "a trial"],
    ["company set comp_sample --trial-ends 1", "a trial that is over"],
    ["company set comp_sample --fiscal-year-start 7", "the fiscal year begins in July"],
  ],
  fields: {
    company,
    lifecycle: optional("option", word(...LIFECYCLES), "Anything but open closes the API to the company."),
    plan: optional("option", word(...PLANS), "The plan; enterprise is never locked out by its subscription."),
    subscription: optional("option", word(...SUBSCRIPTION_STATUSES), "The subscription's status; trialing needs the time at which it ends."),
    trial_ends: optional("option", trialEnd, "When the trial ends."),
    name: optional("option", text("text"), "The name it goes by."),
    fiscal_year_start: optional("option", wholeNumber("month", 1, 12), "The month in which the fiscal year begins."),
  },
  async run(app, args) {
    const change: CompanyChange = {
      ...(args.lifecycle === null ? {} : { lifecycle: args.lifecycle }),
      ...(args.plan === null ? {} : { plan: args.plan }),
      ...(args.subscription === null ? {} : { subscription_status: args.subscription }),
      ...(args.trial_ends === null ? {} : { trial_ends_at: readTrialEnd(args.trial_ends) }),
      ...(args.name === null ? {} : { name: args.name }),
      ...(args.fiscal_year_start === null ? {} : { fiscal_year_start_month: args.fiscal_year_start }),
    };
    if (Object.keys(change).length === 0) throw new UsageProblem("Say what to change; `daybook company set --help` lists it.");
    return { company: await app.company.change(companyId(args.company), change) };
  },
  show: (result) => table(HEAD, [line(result.company)], ""),
});

const companyFeature = databaseCommand({
  name: "company feature",
  summary: "Switch a feature of a company on or off",
  examples: [
    ["company feature comp_sample departments off", "grouping by department answers 403 feature_disabled"],
    ["company feature comp_sample company_beta on", "opens what EARLY_ACCESS binds to this feature"],
  ],
  fields: {
    company,
    feature: needed("argument", pattern("name", "^[a-z][a-z0-9_]{0,62}$", "lower-case letters, digits and _"), "The feature's name."),
    switched: needed("argument", word("on", "off"), "On or off."),
  },
  async run(app, args) {
    const company_id = companyId(args.company);
    return { company_id, features: await app.company.setFeature(company_id, args.feature, args.switched === "on") };
  },
  show: (result) => `Features of ${result.company_id}: ${result.features.join(", ") || "none"}`,
});

const companyStale = databaseCommand({
  name: "company stale",
  summary: "Mark months whose rollups are not to be read",
  description: "Reports then read the journal entries of these months themselves, and give the same figures. `daybook verify --rebuild` makes the rollups anew and ends this.",
  examples: [["company stale comp_sample 2026-01 2026-02", "two months"]],
  fields: { company, months: several("argument", pattern("YYYY-MM", "^\\d{4}-(0[1-9]|1[0-2])$", "months, YYYY-MM"), "The months.") },
  async run(app, args) {
    const { id: company_id } = await app.company.read(companyId(args.company));
    const months = args.months.map((month) => {
      const day = parseCivilDate(`${month}-01`);
      if (day === null) throw new UsageProblem(`There is no month ${month}.`);
      return startOfMonth(day);
    });
    await app.ledger.markStale(company_id, months);
    return { company_id, stale: args.months };
  },
  show: (result) => `Reports of ${result.company_id} read the journal entries of ${result.stale.join(", ")} until \`daybook verify ${result.company_id} --rebuild\`.`,
});

const companyExport = databaseCommand({
  name: "company export",
  summary: "Write one company's books to a file, as a bundle",
  description: "The file holds one state of the books, also while the server works, and `daybook import bundle` makes the same company of it. Keys are in no bundle.",
  examples: [["company export comp_sample sample.json", "a file in this folder"]],
  fields: { company, file: needed("argument", namedFile(), "The file to write.") },
  async run(app, args, report, signal) {
    const { id: company_id } = await app.company.read(companyId(args.company));
    const bytes = await writePieces(args.file, counted(app.intake.exportBundle(company_id), report), signal);
    return { company_id, file: args.file, bytes };
  },
  show: (result) => `The books of ${result.company_id} are in ${result.file}.`,
});

/** Tells how much was written. */
async function* counted(pieces: AsyncIterable<string>, report: Report): AsyncGenerator<string, void, undefined> {
  let done = 0;
  for await (const piece of pieces) {
    yield piece;
    done += Buffer.byteLength(piece);
    report({ done, total: null, unit: "bytes" });
  }
}

export const COMPANY_COMMANDS = [companyList, companyShow, companySet, companyFeature, companyStale, companyExport];
