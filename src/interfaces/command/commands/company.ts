/** Commands on companies: list, show and change them, mark months as stale, and export a company's books. */
import { startOfMonth, parseCivilDate } from "../../../core/civil-date.ts";
import { LIFECYCLES } from "../../../core/company-words.ts";
import type { Report } from "../../../core/progress.ts";
import type { CompanyChange, CompanyRow } from "../../../modules/tenants/company/index.ts";
import { writePieces } from "../../../platform/machine/files.ts";
import { databaseCommand } from "../command.ts";
import {
  namedFile,
  needed,
  optional,
  pattern,
  several,
  text,
  UsageProblem,
  wholeNumber,
  word,
} from "../fields.ts";
import { instant, table } from "../table.ts";
import { COMPANY_ARGUMENT as company, companyId } from "./choose.ts";

const HEAD = ["COMPANY", "NAME", "LIFECYCLE", "PLAN", "SUBSCRIPTION", "TRIAL ENDS", "FISCAL YEAR FROM"];

function line(row: CompanyRow): string[] {
  return [
    row.id,
    row.name,
    row.lifecycle,
    row.plan,
    row.subscription_status,
    instant(row.trial_ends_at),
    `month ${row.fiscal_year_start_month}`,
  ];
}

const companyList = databaseCommand({
  name: "company list",
  summary: "List the companies",
  examples: [
    ["company list", "a table"],
    ["company list --json", "with every field"],
  ],
  fields: {},
  run: async (app) => ({ companies: await app.company.list() }),
  show: ({ companies }) =>
    table(
      HEAD,
      companies.map(line),
      "There is no company yet. Create one with `daybook seed` or `daybook import`.",
    ),
});

const companyShow = databaseCommand({
  name: "company show",
  summary: "Show a company, its features and its usage",
  examples: [["company show comp_sample --json", "every field"]],
  fields: { company },
  async run(app, args) {
    const row = await app.company.read(companyId(args.company));
    const [features, usage, overrides] = await Promise.all([
      app.company.listFeatures(row.id),
      app.usage.listMonths(row.id),
      app.usage.listOverrides(row.id),
    ]);
    return { company: row, features, usage, overrides };
  },
  show: ({ company: row, features, usage }) =>
    [
      table(HEAD, [line(row)], ""),
      `Features: ${features.join(", ") || "none"}`,
      table(
        ["MONTH", "REQUESTS", "OVERRIDE"],
        usage.map(({ month, requests, override }) => [month, String(requests), String(override ?? "")]),
        "No requests counted yet.",
      ),
    ].join("\n\n"),
});

const companySet = databaseCommand({
  name: "company set",
  summary: "Change a company's lifecycle, name or fiscal year",
  examples: [
    ["company set comp_sample --lifecycle closed", "its keys answer 403 company_closed"],
    ["company set comp_sample --lifecycle open", "and work again"],
    ["company set comp_sample --fiscal-year-start 7", "the fiscal year begins in July"],
  ],
  fields: {
    company,
    lifecycle: optional("option", word(...LIFECYCLES), "Any state but open closes the API to the company."),
    name: optional("option", text("text"), "The company's name in everyday use."),
    fiscal_year_start: optional(
      "option",
      wholeNumber("month", 1, 12),
      "The month in which the fiscal year begins.",
    ),
  },
  async run(app, args) {
    const change: CompanyChange = {
      ...(args.lifecycle === null ? {} : { lifecycle: args.lifecycle }),
      ...(args.name === null ? {} : { name: args.name }),
      ...(args.fiscal_year_start === null ? {} : { fiscal_year_start_month: args.fiscal_year_start }),
    };
    if (Object.keys(change).length === 0)
      throw new UsageProblem("Give at least one option; `daybook company set --help` lists them.");
    return { company: await app.company.change(companyId(args.company), change) };
  },
  show: (result) => table(HEAD, [line(result.company)], ""),
});

const companyStale = databaseCommand({
  name: "company stale",
  summary: "Mark months whose rollups must not be used",
  description:
    "Reports then read the journal entries of these months themselves, and give the same figures. `daybook verify --rebuild` rebuilds the rollups and removes the mark.",
  examples: [["company stale comp_sample 2026-01 2026-02", "two months"]],
  fields: {
    company,
    months: several(
      "argument",
      pattern("YYYY-MM", "^\\d{4}-(0[1-9]|1[0-2])$", "months, YYYY-MM"),
      "The months.",
    ),
  },
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
  show: (result) =>
    `Reports of ${result.company_id} read the journal entries of ${result.stale.join(", ")} until \`daybook verify ${result.company_id} --rebuild\`.`,
});

const companyExport = databaseCommand({
  name: "company export",
  summary: "Write one company's books to a file, as a bundle",
  description:
    "The file holds one state of the books, even while the server is running. `daybook import bundle` recreates the company from it. A bundle contains no keys.",
  examples: [["company export comp_sample sample.json", "a file in this folder"]],
  fields: { company, file: needed("argument", namedFile(), "The file to write.") },
  async run(app, args, report, signal) {
    const { id: company_id } = await app.company.read(companyId(args.company));
    const bytes = await writePieces(
      args.file,
      withProgress(app.intake.exportBundle(company_id), report),
      signal,
    );
    return { company_id, file: args.file, bytes };
  },
  show: (result) => `The books of ${result.company_id} are in ${result.file}.`,
});

/** Passes the pieces on and reports the number of bytes written so far. */
async function* withProgress(
  pieces: AsyncIterable<string>,
  report: Report,
): AsyncGenerator<string, void, undefined> {
  let done = 0;
  for await (const piece of pieces) {
    yield piece;
    done += Buffer.byteLength(piece);
    report({ done, total: null, unit: "bytes" });
  }
}

export const COMPANY_COMMANDS = [companyList, companyShow, companySet, companyStale, companyExport];
