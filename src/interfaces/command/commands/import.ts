/** Commands that bring books in: a company bundle, a general journal, or the sample company. */
import { basename, extname } from "node:path";
import { openSource, STANDARD_INPUT, UNNAMED_BOOKS } from "../../../platform/machine/files.ts";
import { withLength } from "../progress.ts";
import { databaseCommand } from "../command.ts";
import {
  email,
  needed,
  optional,
  pair,
  several,
  splitPair,
  sourceFile,
  text,
  UsageProblem,
  wholeNumber,
  word,
} from "../fields.ts";
import type { CreatedCompany } from "../services.ts";
import { table } from "../table.ts";

const importBundle = databaseCommand({
  name: "import bundle",
  makesFolder: true,
  summary: "Import a company bundle: one JSON file with a company's records",
  description:
    "The file is imported completely or not at all. Records are matched by their ids, so the same file can be imported again. Its schema is published/company-bundle.schema.json.",
  examples: [
    ["import bundle company.json", "imports the file"],
    ["import bundle - --json < company.json", "from the standard input, with the counts as JSON"],
  ],
  fields: { file: needed("argument", sourceFile(), "The bundle, or - for the standard input.") },
  async run(app, args, report, signal) {
    const source = await openSource(args.file, signal);
    return app.intake.importBundle(source.content, withLength(source, report));
  },
  show: ({ company_id, counts }) =>
    `Imported company ${company_id}.\n\n${table(
      ["SECTION", "CREATED", "UPDATED", "UNCHANGED"],
      Object.entries(counts).map(([section, count]) => [
        section,
        `${count.created}`,
        `${count.updated}`,
        `${count.unchanged}`,
      ]),
      "The bundle holds no records.",
    )}`,
});

/** The usual names of the columns of a CSV journal. */
const COLUMNS = [
  "journal",
  "date",
  "description",
  "account",
  "debit",
  "credit",
  "amount",
  "merchant",
  "department",
] as const;

/** Parses `--column` options: `account=Konto` means that the file's column of accounts is named Konto. */
function readColumns(pairs: readonly string[]): Readonly<Partial<Record<(typeof COLUMNS)[number], string>>> {
  const names = new Map<(typeof COLUMNS)[number], string>();
  for (const [what, name] of pairs.map(splitPair)) {
    const column = COLUMNS.find((known) => known === what);
    if (column === undefined)
      throw new UsageProblem(
        `--column does not accept ${JSON.stringify(what)}; it must be one of ${COLUMNS.join(", ")}.`,
      );
    if (names.has(column)) throw new UsageProblem(`--column names ${column} twice.`);
    names.set(column, name);
  }
  return Object.fromEntries(names);
}

/** The formats of journals by file extension. */
const FORMATS: Readonly<Record<string, "csv" | "ledger">> = {
  ".csv": "csv",
  ".ledger": "ledger",
  ".journal": "ledger",
  ".dat": "ledger",
};

/** Returns the format that the option names, or else that of the file's extension. */
function formatOf(file: string, option: "csv" | "ledger" | null): "csv" | "ledger" {
  const format = option ?? FORMATS[extname(file).toLowerCase()];
  if (format === undefined)
    throw new UsageProblem("Give --format csv or --format ledger; the file's name does not show its format.");
  return format;
}

const importJournal = databaseCommand({
  name: "import journal",
  makesFolder: true,
  summary: "Import a general journal as a new company: CSV or a plain-text ledger",
  description:
    "Creates a company whose chart of accounts comes from the account names; their first level is the type, such as Assets:Checking. Prints its id and a key of its owner. An unbalanced journal is refused with its line number, and nothing is imported.",
  examples: [
    ["import journal books.csv --name 'Acme, Inc.'", "columns date, account, debit and credit, or amount"],
    [
      "import journal export.csv --column account=Category --column date=Day --date-format MM/DD/YYYY",
      "columns of other names",
    ],
    [
      "import journal books.ledger --cash 'Assets:Wells Fargo' --json",
      "a plain-text ledger; {company_id, api_key, ...}",
    ],
  ],
  fields: {
    file: needed("argument", sourceFile(), "The journal, or - for the standard input."),
    format: optional(
      "option",
      word("csv", "ledger"),
      "The file's format; default: by its extension (.csv, .ledger, .journal, .dat).",
    ),
    name: optional("option", text("text"), "The company's name; default: the name of the file."),
    column: several(
      "option",
      pair("what=name"),
      `The name of a CSV column; may be repeated. What: ${COLUMNS.join(", ")}.`,
    ),
    cash: several(
      "option",
      text("account", 1_000),
      "An account that is cash; may be repeated. Default: found by name.",
    ),
    date_format: optional(
      "option",
      word("YYYY-MM-DD", "MM/DD/YYYY"),
      "The date format of a CSV; default: YYYY-MM-DD.",
    ),
    fiscal_year_start: optional(
      "option",
      wholeNumber("month", 1, 12),
      "The month in which the fiscal year begins; default: January.",
    ),
    owner_email: optional("option", email(), "The address of the company's owner, to whom the key belongs."),
  },
  async run(app, args, report, signal) {
    const format = formatOf(args.file, args.format);
    const columns = readColumns(args.column);
    if (format === "ledger" && (args.column.length > 0 || args.date_format !== null)) {
      throw new UsageProblem(
        "--column and --date-format are for CSV only; a plain-text ledger needs neither.",
      );
    }
    const source = await openSource(args.file, signal);
    const options = {
      format,
      name:
        args.name ?? (args.file === STANDARD_INPUT ? UNNAMED_BOOKS : basename(args.file, extname(args.file))),
      ...(args.owner_email === null ? {} : { owner_email: args.owner_email }),
      ...(args.column.length === 0 ? {} : { columns }),
      ...(args.cash.length === 0 ? {} : { cash: args.cash }),
      ...(args.date_format === null ? {} : { date_format: args.date_format }),
      ...(args.fiscal_year_start === null ? {} : { fiscal_year_start_month: args.fiscal_year_start }),
    };
    return app.intake.importJournal(source.content, options, withLength(source, report));
  },
  show: (result) =>
    [showCreated(result), `Its chart has ${result.categories} categories.`, ...result.notes].join("\n"),
});

/** The text that reports a new company, with the key of its owner, which is shown only here. */
function showCreated({ company_id, api_key, vouchers, entries }: CreatedCompany): string {
  return `Created company ${company_id} with ${entries} journal entries in ${vouchers} vouchers.\nAPI key, shown only now: ${api_key}`;
}

const seed = databaseCommand({
  name: "seed",
  makesFolder: true,
  summary: "Create a sample company: three years of a start-up's books, up to today",
  description: "The same seed makes the same books on the same day.",
  examples: [
    ["seed", "around 6,000 transactions"],
    ["seed --entries 1000000 --json", "a large one, for measuring"],
  ],
  fields: {
    seed: optional("option", wholeNumber("number", 0, 2_147_483_647), "The seed of the random books."),
    entries: optional(
      "option",
      wholeNumber("number", 1, 100_000_000),
      "The approximate number of journal entries.",
    ),
  },
  ownProcess: true,
  run: (app, args, report) =>
    app.intake.seed(
      {
        ...(args.seed === null ? {} : { seed: args.seed }),
        ...(args.entries === null ? {} : { entries: args.entries }),
      },
      report,
    ),
  show: showCreated,
});

export const IMPORT_COMMANDS = [importBundle, importJournal, seed];
