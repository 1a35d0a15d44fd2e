/** Commands on companies: list, show and change them, mark months as stale, and export a company's books. */
import { startOfMonth, parseCivilDate } from "@daybook/words/civil-date";
import { ENTITY_TYPES, LIFECYCLES, STATEMENT_LEGENDS } from "@daybook/words/company-words";
import type { ReportProgress } from "../../../core/progress.ts";
import { CHART_TEMPLATES } from "../../../modules/intake/words.ts";
import type { CompanyChange, CompanyRow } from "../../../modules/tenants/company/index.ts";
import { outputFile, writePieces } from "../../../platform/machine/files.ts";
import { databaseCommand } from "../command.ts";
import {
  asked,
  email,
  namedFile,
  needed,
  optional,
  outputOption,
  pattern,
  several,
  text,
  toggle,
  UsageProblem,
  wholeNumber,
  word,
} from "../fields.ts";
import { instant, table } from "../table.ts";
import { COMPANY_ARGUMENT as company, companyId } from "./choose.ts";
import { showArchive } from "./archive.ts";

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

/** Lists the companies. */
export const companyList = databaseCommand({
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
      "There is no company yet. Create one with `daybook company create`, `import` or `seed`.",
    ),
});

const companyCreate = databaseCommand({
  name: "company create",
  withoutFolder: () => "make",
  summary: "Create a company with a chart of accounts, an owner and no journal entries",
  description:
    "At a terminal, a command without a name or an owner asks for all that it leaves out. The chart depends on the business and on the legal form; `daybook category` changes it afterwards. Prints an API key of the owner, and the link with which the owner sets a password. To bring the books of another program in, use `daybook import journal` instead, which creates a company from them.",
  examples: [
    ["company create 'Acme, Inc.' --owner-email ada@example.com", "a corporation that sells services"],
    [
      "company create 'Corner Shop' --owner-email ada@example.com --entity-type llc --chart retail --fiscal-year-start 7",
      "a shop whose fiscal year begins in July",
    ],
  ],
  fields: {
    name: asked("Name of the company", needed("argument", text("text"), "The company's name.")),
    owner_email: asked(
      "E-mail of its owner",
      needed("option", email(), "The e-mail of the company's owner, who gets a link to sign in."),
    ),
    chart: asked(
      `Chart of accounts: ${CHART_TEMPLATES.join(", ")} (Enter: services)`,
      optional("option", word(...CHART_TEMPLATES), "The chart of accounts; default: services."),
    ),
    entity_type: asked(
      `Legal form: ${ENTITY_TYPES.join(", ")} (Enter: c_corp, or nonprofit with that chart)`,
      optional(
        "option",
        word(...ENTITY_TYPES),
        "The legal form; default: c_corp, with the chart of a nonprofit nonprofit.",
      ),
    ),
    fiscal_year_start: asked(
      "Month in which its fiscal year begins, 1 to 12 (Enter: 1)",
      optional(
        "option",
        wholeNumber("month", 1, 12),
        "The month in which the fiscal year begins; default: January.",
      ),
    ),
  },
  async run(app, args) {
    const created = await app.intake.createCompany({
      name: args.name,
      chart: args.chart ?? "services",
      entity_type: args.entity_type,
      fiscal_year_start_month: args.fiscal_year_start ?? 1,
      owner_email: args.owner_email,
    });
    return { ...created, sign_in: (await app.signIn.makeLink(args.owner_email)).link };
  },
  show: ({ company_id, entity_type, categories, api_key, sign_in }) =>
    [
      `Created company ${company_id} (${entity_type}) with ${categories} categories.`,
      `API key, shown only now: ${api_key}`,
      `Sign-in link of the owner, valid for one hour and one use: ${sign_in}`,
      "",
      `The chart: npx daybook category list ${company_id}`,
    ].join("\n"),
});

const companyShow = databaseCommand({
  name: "company show",
  summary: "Show a company, its features and its usage",
  examples: [["company show comp_sample --json", "every field"]],
  fields: { company },
  async run(app, args) {
    const row = await app.company.read(companyId(args.company));
    const [features, closed_through, usage, overrides] = await Promise.all([
      app.company.listFeatures(row.id),
      app.ledger.closedThrough(row.id),
      app.usage.listMonths(row.id),
      app.usage.listOverrides(row.id),
    ]);
    return { company: row, features, closed_through, usage, overrides };
  },
  show: ({ company: row, features, closed_through, usage }) =>
    [
      table(HEAD, [line(row)], ""),
      `Features: ${features.join(", ") || "none"}`,
      closed_through === null ? "The books are open." : `The books are closed through ${closed_through}.`,
      table(
        ["MONTH", "REQUESTS", "OVERRIDE"],
        usage.map(({ month, requests, override }) => [month, String(requests), String(override ?? "")]),
        "No requests counted yet.",
      ),
    ].join("\n\n"),
});

const companySet = databaseCommand({
  name: "company set",
  summary: "Change a company's lifecycle, name, fiscal year or statements",
  examples: [
    ["company set comp_sample --lifecycle closed", "its keys answer 403 company_closed"],
    ["company set comp_sample --lifecycle open", "and work again"],
    ["company set comp_sample --fiscal-year-start 7", "the fiscal year begins in July"],
    ["company set comp_sample --non-cash excluded", "equipment bought for a note is no cash flow"],
    [
      "company set comp_sample --prepared-by 'Quay Accounting' --legend no_assurance",
      "statements say who prepared them, and that no assurance is provided",
    ],
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
    non_cash: optional(
      "option",
      word("included", "excluded"),
      "Whether the sections of the cash flow statement include vouchers of investing and financing without cash.",
    ),
    prepared_by: optional(
      "option",
      text("name"),
      "Who prepared the statements, as printed and exported ones say; none takes the line away.",
    ),
    legend: optional(
      "option",
      word(...STATEMENT_LEGENDS),
      "What printed and exported statements say on every page: that they are a draft, or that no assurance is provided.",
    ),
  },
  async run(app, args) {
    const change: CompanyChange = {
      ...(args.lifecycle === null ? {} : { lifecycle: args.lifecycle }),
      ...(args.name === null ? {} : { name: args.name }),
      ...(args.fiscal_year_start === null ? {} : { fiscal_year_start_month: args.fiscal_year_start }),
      ...(args.non_cash === null ? {} : { excludes_non_cash: args.non_cash === "excluded" }),
      ...(args.prepared_by === null
        ? {}
        : { prepared_by: args.prepared_by === "none" ? null : args.prepared_by }),
      ...(args.legend === null ? {} : { statement_legend: args.legend }),
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
      const firstDay = parseCivilDate(`${month}-01`);
      if (firstDay === null) throw new UsageProblem(`There is no month ${month}.`);
      return startOfMonth(firstDay);
    });
    await app.ledger.markStale(company_id, months);
    return { company_id, stale: args.months };
  },
  show: (result) =>
    `Reports of ${result.company_id} read the journal entries of ${result.stale.join(", ")} until \`daybook verify ${result.company_id} --rebuild\`.`,
});

const companyExport = databaseCommand({
  name: "company export",
  summary: "Write one company's books to a file, as a bundle, or everything of it as an archive",
  description:
    "The file holds one state of the company, even while the server is running. `daybook import bundle` recreates the company from a bundle, which contains no keys. With --all, the file is an archive of every record of the company and its stored files, for `daybook company receive`; protect it like a backup. `daybook export books` writes other formats.",
  examples: [
    ["company export comp_sample sample.json", "a bundle in this folder"],
    ["company export comp_sample --all --to archives", "archives/comp_sample.archive"],
  ],
  fields: {
    company,
    file: optional("argument", namedFile(), "The file to write."),
    all: toggle("Write everything: keys (as hashes), files, audit trail, exports and background jobs too."),
    to: outputOption("The file to write, or the folder for a file named after the company"),
  },
  async run(app, args, report, signal) {
    const { id: company_id } = await app.company.read(companyId(args.company));
    const file = args.file ?? (await outputFile(args.to, `${company_id}${args.all ? ".archive" : ".json"}`));
    if (args.all)
      return { all: true as const, ...(await app.wholeCompany.writeArchive(company_id, file, report)) };
    const bytes = await writePieces(file, withProgress(app.intake.exportBundle(company_id), report), signal);
    return { company_id, file, bytes };
  },
  show: (result) =>
    "all" in result ? showArchive(result) : `The books of ${result.company_id} are in ${result.file}.`,
  exit: (result) => ("missing" in result && result.missing.length > 0 ? "difference" : "ok"),
});

/** Passes the pieces on and reports the number of bytes written so far. */
async function* withProgress(
  pieces: AsyncIterable<string>,
  report: ReportProgress,
): AsyncGenerator<string, void, undefined> {
  let done = 0;
  for await (const piece of pieces) {
    yield piece;
    done += Buffer.byteLength(piece);
    report({ done, total: null, unit: "bytes" });
  }
}

export const COMPANY_COMMANDS = [
  companyCreate,
  companyList,
  companyShow,
  companySet,
  companyStale,
  companyExport,
];
