/** Commands that bring books in: a company bundle, a general journal, or the sample company. */
import { type Note, noteIn } from "../../../core/advice.ts";
import { COMMAND_VOICE } from "../voice.ts";
import { basename, dirname, extname, resolve } from "node:path";
import { ACCOUNT_KINDS, type AccountKind, OPENING_EQUITY } from "@daybook/words/account-kinds";
import { BOOKS_FORMATS } from "../../../core/books-formats.ts";
import { DATE_FORMATS } from "@daybook/words/date-text";
import { CASH_FLOW_ROLES } from "@daybook/words/ledger-words";
import { HIDDEN_CHARACTERS } from "@daybook/words/names";
import type {
  ImportedBooks,
  JournalOptions,
  PlanReport,
  ReadingReport,
} from "../../../modules/intake/index.ts";
import { CHANGE_CHOICES, CLOSING_CHOICES, JOURNAL_COLUMNS } from "../../../modules/intake/words.ts";
import {
  isProcessLocal,
  isSpooled,
  openSource,
  openReplaced,
  replaceFile,
  STANDARD_INPUT,
  UNNAMED_BOOKS,
} from "../../../platform/machine/files.ts";
import { withLength } from "../progress.ts";
import { databaseCommand } from "../command.ts";
import {
  type ArgsOf,
  day,
  email,
  id,
  namedFile,
  needed,
  optional,
  pair,
  pattern,
  several,
  sourceFile,
  text,
  toggle,
  wholeNumber,
  word,
} from "../fields.ts";
import type { CreatedCompany } from "../services.ts";
import { table } from "../table.ts";
import { importList, importUndo, showLater, showProof } from "./book-imports.ts";
import { readChanges, readColumns, readKinds, readPrices, readRoles } from "./import-pairs.ts";
import { COMPANY_ARGUMENT, companyId } from "./choose.ts";

const importBundle = databaseCommand({
  name: "import bundle",
  withoutFolder: () => "make",
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

const KIND_PAIR = `^[^${HIDDEN_CHARACTERS}]{1,1000}=[a-z_]{1,30}$`;

const FORMAT_WORDS = BOOKS_FORMATS.join(", ");

/** The arguments of `import journal`. */
const JOURNAL_FIELDS = {
  file: needed("argument", sourceFile(), "The books, or - for the standard input."),
  company: optional("option", id("company"), "The company that the books are added to; default: a new one."),
  dry_run: toggle("Show what would be imported, and store nothing."),
  format: optional(
    "option",
    word(...BOOKS_FORMATS),
    "The file's format; default: found by looking at the file.",
  ),
  name: optional("option", text("text"), "The name of the new company; default: the name of the file."),
  owner_email: optional("option", email(), "The e-mail of the company's owner, who gets a link to sign in."),
  account: several(
    "option",
    pattern("account=kind", KIND_PAIR, "written as account=kind"),
    `What an account is; may be repeated. Kinds: ${Object.keys(ACCOUNT_KINDS).join(", ")}.`,
  ),
  accounts: optional(
    "option",
    sourceFile(),
    "A list of accounts with their types: an export of the chart, or a file of --save-accounts.",
  ),
  save_accounts: optional(
    "option",
    namedFile(),
    "Write what each account is to this file, for the next import; of refused books also what is asked.",
  ),
  accept_guesses: toggle(
    "Take accounts that need an answer for the guess of them, and list these at the end.",
  ),
  cash_flow: several(
    "option",
    text("account=role", 1_000),
    `The cash flow role of one account; may be repeated. Roles: ${CASH_FLOW_ROLES.join(", ")}.`,
  ),
  cash: several(
    "option",
    text("account", 1_000),
    "An account that is cash; may be repeated. Short for --account ACCOUNT=cash.",
  ),
  trial_balance: optional(
    "option",
    sourceFile(),
    "A trial balance of the other program; the import is refused unless every account equals it.",
  ),
  trial_balance_date: optional(
    "option",
    day(),
    "The day of the trial balance; default: the day in its title.",
  ),
  closing_vouchers: optional(
    "option",
    word(...CLOSING_CHOICES),
    "Leave out or keep vouchers that close a year; default: leave out those that bring the income statement to zero, and refuse others that look like one.",
  ),
  column: several(
    "option",
    pair("what=name"),
    `The name of a CSV column; may be repeated. What: ${JOURNAL_COLUMNS.join(", ")}.`,
  ),
  date_format: optional(
    "option",
    word(...DATE_FORMATS),
    "The format of dates; default: found by looking at all dates of the file.",
  ),
  price: several(
    "option",
    pair("code=dollars"),
    "Dollars for a unit of another currency, such as EUR=1.08; may be repeated.",
  ),
  changes: optional(
    "option",
    word(...CHANGE_CHOICES),
    "With --company: apply what the other program edited or deleted since an earlier import, or leave it; default: leave.",
  ),
  change: several(
    "option",
    pair("voucher=apply|leave"),
    "The same for one voucher, as the list names it; may be repeated.",
  ),
  fiscal_year_start: optional(
    "option",
    wholeNumber("month", 1, 12),
    "The month in which the fiscal year of a new company begins; default: January.",
  ),
};

const importJournal = databaseCommand({
  name: "import journal",
  withoutFolder: ({ company, dry_run }) =>
    company !== null ? "refuse" : dry_run ? "use a temporary one" : "make",
  summary:
    "Import books of another program: QuickBooks, Xero, Wave, GnuCash, beancount, ledger, CSV and others",
  description: `Finds the format by looking at the file, decides what each account is, and prints both with the reason. Creates a company, or adds to one with --company: vouchers that it has from an earlier import are recognised, so the same export can be imported again next month, and what the other program edited or deleted since is listed, and taken over with --changes apply. The import is refused as a whole, and nothing is stored, if a voucher does not balance, if an account is unsure, or if the books differ from --trial-balance. Try --dry-run first. Formats: ${FORMAT_WORDS}.`,
  examples: [
    ["import journal Journal.xlsx --name 'Acme, Inc.' --dry-run", "shows what would be imported"],
    [
      "import journal Journal.csv --accounts 'Account List.csv' --trial-balance 'Trial Balance.csv'",
      "QuickBooks Online, proven to the cent",
    ],
    ["import journal books.gnucash --owner-email ada@example.com", "GnuCash, with a link to sign in"],
    ["import journal november.csv --company comp_1a2b3c", "adds what is new"],
    [
      "import journal november.csv --company comp_1a2b3c --changes apply --dry-run",
      "shows what would be added, changed and removed",
    ],
    ["import journal books.journal --account 'Assets:Petty=cash'", "chooses what an account is"],
    [
      "import journal export.csv --column account=Category --column date=Day --date-format DD/MM/YYYY",
      "a CSV with other columns",
    ],
  ],
  fields: JOURNAL_FIELDS,
  async run(app, args, report, signal) {
    const options = await journalOptions(args, signal);
    const source = await openSource(args.file, signal);
    const shown = withLength(source, report);
    const result: PlanReport | ImportedBooks = args.dry_run
      ? await app.intake.planJournal(source.content, options, shown, signal)
      : await app.intake.importJournal(source.content, options, shown, signal);
    const link =
      args.owner_email !== null && !args.dry_run ? (await app.signIn.makeLink(args.owner_email)).link : null;
    return { ...result, notes: spoken(result.notes), sign_in: link };
  },
  show: (result) =>
    [
      isImported(result) ? showImported(result) : showPlanned(result),
      ...(result.sign_in === null
        ? []
        : [`Sign-in link of the owner, valid for one hour and one use: ${result.sign_in}`]),
      showReading(result),
      ...result.notes,
      ...showGuesses(result),
    ].join("\n\n"),
  withKinds,
});

const companyOpen = databaseCommand({
  name: "company open",
  summary: "Set a company's opening balances from a trial balance",
  description: `The file is a trial balance of the day before the company's books begin, as CSV or Excel: the columns account, and debit and credit or balance (debits are positive). Accounts are named by the id, the path or the name of a category; for a name that the chart does not have, a category is made, as \`import journal\` makes it. The balances become one voucher of that day. What they lack to sum to zero goes to the category ${OPENING_EQUITY}. The command is refused if a category has a balance on that day already. To replace opening balances, take them back with \`import undo\`, whose id \`import list\` shows, and set them again.`,
  examples: [
    ["company open comp_1a2b3c --balances 'Trial Balance.xlsx' --dry-run", "shows what would be posted"],
    ["company open comp_1a2b3c --balances opening.csv --date 2025-12-31", "the books begin with 2026"],
  ],
  fields: {
    company: COMPANY_ARGUMENT,
    balances: needed("option", sourceFile(), "The trial balance, or - for the standard input."),
    date: optional("option", day(), "The day at whose end the balances hold; default: the day in its title."),
    account: JOURNAL_FIELDS.account,
    accounts: JOURNAL_FIELDS.accounts,
    accept_guesses: JOURNAL_FIELDS.accept_guesses,
    cash_flow: JOURNAL_FIELDS.cash_flow,
    date_format: JOURNAL_FIELDS.date_format,
    dry_run: toggle("Show what would be posted, and store nothing."),
  },
  async run(app, args, report, signal) {
    const { id: company_id, name } = await app.company.read(companyId(args.company));
    const options: JournalOptions = present({
      name,
      company_id,
      opening: { date: args.date },
      kinds: readKinds(args.account),
      accept_guesses: args.accept_guesses,
      cash_flow: readRoles(args.cash_flow),
      date_format: args.date_format,
      account_list: args.accounts === null ? null : (await openSource(args.accounts, signal)).content,
    });
    const source = await openSource(args.balances, signal);
    const shown = withLength(source, report);
    const result: ReadingReport = args.dry_run
      ? await app.intake.planJournal(source.content, options, shown, signal)
      : await app.intake.importJournal(source.content, options, shown, signal);
    return { company_id, posted: isImported(result), ...result, notes: spoken(result.notes) };
  },
  show: ({ company_id, posted, ...result }) =>
    [
      posted ? `Posted the opening balances of ${company_id}.` : "Nothing was stored (--dry-run).",
      showReading(result),
      ...result.notes,
      ...showGuesses(result),
    ].join("\n\n"),
  withKinds,
});

/** The arguments with answers on accounts. */
function withKinds<Args extends { readonly account: readonly string[] }>(
  args: Args,
  kinds: ReadonlyMap<string, AccountKind>,
): Args {
  return { ...args, account: [...args.account, ...Array.from(kinds, ([name, kind]) => `${name}=${kind}`)] };
}

/** The last lines: what had to be asked and was taken for the guess of it. */
function showGuesses({ guesses }: ReadingReport): string[] {
  if (guesses.length === 0) return [];
  return [
    `Guessed, because of --accept-guesses:\n${table(
      ["ACCOUNT", "TAKEN FOR", "KNOWN OF IT"],
      guesses.map(({ account, guess, evidence }) => [account, guess, evidence.join(", ")]),
      "",
    )}`,
  ];
}

/** Notes with their advice in the words of commands. */
const spoken = (notes: readonly Note[]): string[] => notes.map((note) => noteIn(note, COMMAND_VOICE));

/** The options of an import, as the command's arguments give them. */
async function journalOptions(
  args: ArgsOf<typeof JOURNAL_FIELDS>,
  signal: AbortSignal,
): Promise<JournalOptions> {
  const columns = readColumns(args.column);
  const contentOf = async (path: string) => (await openSource(path, signal)).content;
  return present({
    name:
      args.name ?? (args.file === STANDARD_INPUT ? UNNAMED_BOOKS : basename(args.file, extname(args.file))),
    cash: args.cash,
    kinds: readKinds(args.account),
    accept_guesses: args.accept_guesses,
    cash_flow: readRoles(args.cash_flow),
    prices: readPrices(args.price),
    columns: args.column.length === 0 ? null : columns,
    file_name: args.file === STANDARD_INPUT ? null : basename(args.file),
    company_id: args.company === null ? null : companyId(args.company),
    format: args.format,
    owner_email: args.owner_email,
    closing_vouchers: args.closing_vouchers,
    changes: args.changes,
    change_of: readChanges(args.change),
    date_format: args.date_format,
    fiscal_year_start_month: args.fiscal_year_start,
    account_list: args.accounts === null ? null : await contentOf(args.accounts),
    ...(args.save_accounts === null ? {} : await savingTo(args.save_accounts, signal)),
    trial_balance: args.trial_balance === null ? null : await contentOf(args.trial_balance),
    trial_balance_date: args.trial_balance_date,
    path: resolve(args.file),
    include: includesOf(args.file, contentOf),
  });
}

/** Saves the list of accounts to a file, perhaps in place of one. Throws `FileProblem` if it can't be written. */
async function savingTo(
  file: string,
  signal: AbortSignal,
): Promise<Pick<JournalOptions, "save_accounts" | "saved_accounts">> {
  const replaced = await openReplaced(file, signal);
  return {
    save_accounts: async (list) => void (await replaceFile(file, [Buffer.from(list)], signal)),
    ...(replaced === null ? {} : { saved_accounts: replaced }),
  };
}

/** How files that books include are opened; null for books that have no folder, such as the standard input. */
function includesOf(
  file: string,
  contentOf: (path: string) => Promise<AsyncIterable<Uint8Array>>,
): JournalOptions["include"] | null {
  if (isProcessLocal(file) || isSpooled(file)) return null;
  return async (path, from) => {
    const full = resolve(dirname(from ?? file), path);
    return { content: await contentOf(full), path: full };
  };
}

/** The members that are not null. */
function present<T extends object>(all: T): { [Name in keyof T]?: NonNullable<T[Name]> } & { name: string } {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as never;
}

function isImported(result: ReadingReport): result is ImportedBooks {
  return "company_id" in result;
}

function showImported(books: ImportedBooks): string {
  const { company_id, api_key, added_entries, added_vouchers, known_vouchers } = books;
  const lines = [
    api_key === null
      ? `Added ${added_entries} journal entries in ${added_vouchers} vouchers to ${company_id}; ${known_vouchers} vouchers were there already.`
      : `Created company ${company_id} with ${added_entries} journal entries in ${added_vouchers} vouchers.\nAPI key, shown only now: ${api_key}`,
    `New categories: ${books.categories}.`,
    ...(books.import_id === null ? [] : [`It is taken back with: import undo ${books.import_id}.`]),
  ];
  if (books.compared_accounts !== null)
    lines.push(`All ${books.compared_accounts} accounts of the trial balance are equal to the cent.`);
  return [...lines, ...showLater(books)].join("\n");
}

function showPlanned({ later, proof }: PlanReport): string {
  const lines = ["Nothing was stored (--dry-run)."];
  if (proof !== null) lines.push(showProof(proof));
  if (later === null) return lines.join("\n");
  lines.push(
    `An import would add ${later.added_vouchers} vouchers; ${later.known_vouchers} are there already.`,
  );
  return [...lines, ...showLater(later)].join("\n");
}

/** What was read: the format, the lines and the accounts. */
function showReading(read: ReadingReport): string {
  const skipped = read.lines_skipped.map(
    ({ reason, count, lines }) =>
      `${reason}: ${count} (${count > 1 ? "lines" : "line"} ${lines.join(", ")}${count > lines.length ? ", ..." : ""})`,
  );
  return [
    `${read.format}: ${read.vouchers} vouchers from ${read.first_date} to ${read.last_date}.`,
    `Lines imported: ${read.lines_imported}. Passed over: ${skipped.join("; ") || "none"}.`,
    "",
    table(
      ["ACCOUNT", "TYPE", "CASH FLOW", "BECAUSE OF"],
      read.accounts.map(({ account, type, cashFlow, reason }) => [account, type, cashFlow ?? "", reason]),
      "The books have no accounts.",
    ),
  ].join("\n");
}

/** The text that reports a new company, with the key of its owner, which is shown only here. */
function showCreated({ company_id, api_key, vouchers, entries }: CreatedCompany): string {
  return `Created company ${company_id} with ${entries} journal entries in ${vouchers} vouchers.\nAPI key, shown only now: ${api_key}`;
}

const seed = databaseCommand({
  name: "seed",
  withoutFolder: () => "make",
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

export const IMPORT_COMMANDS = [importBundle, importJournal, importList, importUndo, companyOpen, seed];
