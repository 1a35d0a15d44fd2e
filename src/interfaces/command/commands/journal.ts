/** Commands on journal entries that people post: post, reverse, review, list and show them. */
import { basename } from "node:path";
import { type Cents, cents } from "@daybook/words/cents";
import { LIMITS } from "@daybook/words/limits";
import { accountingText, centsFromMoney } from "@daybook/words/money-text";
import type { DraftLine, EntryDraft } from "../../../modules/books/ledger/index.ts";
import { openSource, readContent, STANDARD_INPUT, UNNAMED_BOOKS } from "../../../platform/machine/files.ts";
import { databaseCommand } from "../command.ts";
import {
  day,
  id,
  needed,
  optional,
  pattern,
  several,
  sourceFile,
  splitPair,
  text,
  toggle,
  UsageProblem,
  wholeNumber,
} from "../fields.ts";
import type { CommandServices } from "../services.ts";
import { instant, table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

const LINE = pattern(
  "category=amount",
  "^[^=;]{1,200}=[^=;]{1,40}(;[^;]{0,200}){0,2}$",
  "written as CATEGORY=AMOUNT, CATEGORY=AMOUNT;DEPARTMENT or CATEGORY=AMOUNT;DEPARTMENT;MEMO",
);
const voucher = needed("argument", id("voucher"), "The voucher of the entry.");

type Entry = Awaited<ReturnType<CommandServices["ledger"]["getManualEntry"]>>;

/** The lines of an option. `sign` is 1 for debits and -1 for credits. */
function linesOf(values: readonly string[], sign: 1 | -1): DraftLine[] {
  return values.map((value) => {
    const [category, rest] = splitPair(value);
    const [amount = "", department = "", memo = ""] = rest.split(";").map((part) => part.trim());
    const found: Cents | null = centsFromMoney(amount);
    if (found === null || found < 0)
      throw new UsageProblem(`${JSON.stringify(amount)} is no positive amount of dollars, such as 1,250.00.`);
    return {
      category,
      department: department || null,
      net_debit_cents: cents(sign * found),
      memo: memo || null,
    };
  });
}

interface PostArgs extends Pick<EntryDraft, "reference" | "adjusting"> {
  readonly reverses_on: EntryDraft["date"] | null;
  readonly file: string | null;
  readonly date: EntryDraft["date"] | null;
  readonly memo: string | null;
  readonly debit: readonly string[];
  readonly credit: readonly string[];
}

/** The entries of the options, or those of the file. */
async function draftsOf(app: CommandServices, args: PostArgs, signal: AbortSignal): Promise<EntryDraft[]> {
  const { file, date, memo, reference, adjusting, reverses_on, debit, credit } = args;
  if (file !== null) {
    const given = [date, memo, reference, reverses_on].some((each) => each !== null);
    if (given || adjusting || debit.length + credit.length > 0)
      throw new UsageProblem("Give a file or the options of one entry, not both.");
    return app.ledger.readEntryFile(await readContent(file, LIMITS.json_body_bytes.value, signal));
  }
  if (date === null || memo === null)
    throw new UsageProblem("Give --date, --memo, --debit and --credit, or a file with entries.");
  const lines = [...linesOf(debit, 1), ...linesOf(credit, -1)];
  return [{ date, memo, reference, adjusting, reverses_on, lines }];
}

function showEntry(entry: Entry): string {
  const facts = [
    `Posted by ${entry.posted_by} at ${instant(entry.created)}`,
    entry.reference === null ? [] : `reference ${entry.reference}`,
    entry.adjusting ? "adjusting" : [],
    entry.reverses === null ? [] : `reverses ${entry.reverses}`,
    entry.reversed_by === null ? [] : `reversed by ${entry.reversed_by} on ${entry.reversed_on}`,
    entry.reviewed_by === null
      ? "not reviewed"
      : `reviewed by ${entry.reviewed_by} at ${instant(entry.reviewed_at)}`,
  ];
  const lines = table(
    ["CATEGORY", "NAME", "DEPARTMENT", "DEBIT", "CREDIT", "MEMO"],
    entry.lines.map((line) => [
      line.category_id,
      line.category_name,
      line.department_name ?? "-",
      line.debit_cents === 0 ? "" : accountingText(line.debit_cents),
      line.credit_cents === 0 ? "" : accountingText(line.credit_cents),
      line.memo,
    ]),
    "",
  );
  return `${entry.voucher_id} of ${entry.date}: ${entry.memo}\n${lines}\n${facts.flat().join("; ")}.`;
}

const journalPost = databaseCommand({
  name: "journal post",
  summary: "Post journal entries",
  description:
    "An entry comes from the options, or many from a file: CSV with a row for each line and the columns date, memo, reference, category, department, debit, credit, line_memo, adjusting (yes or no) and reverses_on, where consecutive rows with the same date, memo, reference, adjusting and reverses_on are one entry; or JSON with date, memo, reference, adjusting, reverses_on and lines, each with category, department, debit_cents or credit_cents, and memo. Categories and departments are named by id or by name. All entries are posted or none. An entry is never changed: reverse it and post another one. With a reference, an entry that is posted again changes nothing.",
  examples: [
    [
      "journal post --company comp_sample --date 2026-06-30 --memo 'Accrued hosting' --debit cat_hosting=1,250.00 --credit cat_corporate-card=1,250.00",
      "one entry of two lines",
    ],
    [
      "journal post --company comp_sample --date 2026-06-30 --memo 'Accrued fees' --adjusting --reverses-on 2026-07-01 --debit cat_hosting=300 --credit cat_corporate-card=300",
      "an accrual that is reversed on the first day after its month",
    ],
    [
      "journal post --company comp_sample --date 2026-06-30 --memo Bonus --debit 'Salaries and Wages=900;dept_data;June' --credit cat_corporate-card=900",
      "with a department and a memo on a line",
    ],
    ["journal post entries.csv --company comp_sample", "the entries of a file"],
  ],
  fields: {
    file: optional("argument", sourceFile(), "Entries as CSV or JSON, or - for the standard input."),
    ...COMPANY_OPTION,
    date: optional("option", day(), "The day of the entry."),
    memo: optional("option", text("text"), "What the entry is for."),
    reference: optional(
      "option",
      text("text"),
      "Your own name of the entry: one that is posted again under it changes nothing.",
    ),
    adjusting: toggle("It is an adjusting entry, which a trial balance can leave out or show by itself."),
    reverses_on: optional("option", day(), "A later day, on which its reversal is posted together with it."),
    debit: several(
      "option",
      LINE,
      "A debit, as CATEGORY=AMOUNT[;DEPARTMENT[;MEMO]]. Repeat it for each line.",
    ),
    credit: several("option", LINE, "A credit, written in the same way."),
  },
  async run(app, args, _report, signal) {
    const company_id = await chooseCompany(app, args.company);
    const drafts = await draftsOf(app, args, signal);
    return {
      company_id,
      entries: await app.ledger.postEntries(company_id, drafts, app.clock.now(), "operator"),
    };
  },
  show: ({ entries }) =>
    entries.map((entry) => `${entry.repeated ? "Posted before: " : ""}${showEntry(entry)}`).join("\n\n"),
});

const journalReverse = databaseCommand({
  name: "journal reverse",
  summary: "Post the opposite of a voucher",
  description:
    "The new entry has the same lines with debits and credits exchanged, and both name each other. A voucher is reversed once. A voucher of an import can be reversed too; one that follows a transaction, a transfer, an invoice or a spread can't.",
  examples: [
    ["journal reverse vch_1 --at 2026-07-01 --company comp_sample", "an accrual, on the first day after it"],
  ],
  fields: {
    voucher,
    at: needed("option", day(), "The day of the reversal, not before that of the voucher."),
    memo: optional("option", text("text"), "Its memo; default: one that names the voucher."),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const reversal = { date: args.at, memo: args.memo };
    return {
      company_id,
      entry: await app.ledger.reverseVoucher(company_id, args.voucher, reversal, app.clock.now(), "operator"),
    };
  },
  show: ({ entry }) => showEntry(entry),
});

const journalReview = databaseCommand({
  name: "journal review",
  summary: "Note that you reviewed an entry",
  description:
    "Your name and the time are kept with the entry. One that was reviewed before keeps its reviewer.",
  examples: [["journal review vch_1 --company comp_sample", "it is no longer listed with --unreviewed"]],
  fields: { voucher, ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    return {
      company_id,
      entry: await app.ledger.reviewEntry(company_id, args.voucher, app.clock.now(), "operator"),
    };
  },
  show: ({ entry }) => showEntry(entry),
});

const MOST_ENTRIES = LIMITS.page_size_max.value;

const journalList = databaseCommand({
  name: "journal list",
  summary: "List the journal entries that people posted",
  description: "Those posted last come first.",
  examples: [
    ["journal list --company comp_sample", "the last 100"],
    ["journal list --unreviewed --from 2026-06-01 --to 2026-06-30", "what is to be reviewed of a month"],
  ],
  fields: {
    ...COMPANY_OPTION,
    from: optional("option", day(), "Only entries of this day or later."),
    to: optional("option", day(), "Only entries of this day or earlier."),
    unreviewed: toggle("Only entries that nobody reviewed."),
    limit: optional(
      "option",
      wholeNumber("count", 1, MOST_ENTRIES),
      `Most entries to show. Default: ${LIMITS.page_size_default.value}.`,
    ),
  },
  async run(app, { company, limit, ...filter }) {
    const company_id = await chooseCompany(app, company);
    const count = limit ?? LIMITS.page_size_default.value;
    return { company_id, entries: await app.ledger.listManualEntries(company_id, filter, count) };
  },
  show: ({ entries }) =>
    table(
      ["VOUCHER", "DATE", "AMOUNT", "POSTED BY", "REVIEWED BY", "REVERSES", "REVERSED BY", "MEMO"],
      entries.map((entry) => [
        entry.voucher_id,
        entry.date,
        accountingText(entry.amount_cents),
        entry.posted_by,
        entry.reviewed_by ?? "-",
        entry.reverses ?? "-",
        entry.reversed_by ?? "-",
        entry.memo,
      ]),
      "No entry matches.",
    ),
});

const journalShow = databaseCommand({
  name: "journal show",
  summary: "Show a journal entry that a person posted, with its lines and files",
  description: "The link to each file is valid for five minutes.",
  examples: [["journal show vch_1 --company comp_sample", "its lines, and who posted and reviewed it"]],
  fields: { voucher, ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const entry = await app.ledger.getManualEntry(company_id, args.voucher);
    const files = await app.files.listAttached(company_id, entry.voucher_id, app.clock.now());
    return { company_id, entry, files };
  },
  show: ({ entry, files }) =>
    files.length === 0
      ? showEntry(entry)
      : `${showEntry(entry)}\n\n${table(
          ["FILE", "NAME", "BYTES", "ATTACHED", "LINK"],
          files.map((file) => [
            file.id,
            file.filename,
            String(file.size),
            instant(file.attached_at),
            file.download_url,
          ]),
          "",
        )}`,
});

const journalAttach = databaseCommand({
  name: "journal attach",
  summary: "Attach a PDF to a journal entry that a person posted",
  description:
    "The file stays with the entry, which may have several, and is stored as those of filings are.",
  examples: [["journal attach vch_1 invoice.pdf --company comp_sample", "the document behind the entry"]],
  fields: {
    voucher,
    file: needed("argument", sourceFile(), "The PDF, or - for the standard input."),
    name: optional("option", text("text"), "The name of the file; default: that of the file given."),
    ...COMPANY_OPTION,
  },
  async run(app, args, _report, signal) {
    const company_id = await chooseCompany(app, args.company);
    const { voucher_id } = await app.ledger.getManualEntry(company_id, args.voucher);
    const given = basename(args.file);
    const filename = args.name ?? ([STANDARD_INPUT, UNNAMED_BOOKS].includes(given) ? null : given);
    const { content } = await openSource(args.file, signal);
    return {
      company_id,
      voucher_id,
      file: await app.files.attachNew(company_id, voucher_id, { filename, content }, app.clock.now()),
    };
  },
  show: ({ voucher_id, file }) => `${file.id} (${file.filename}) is attached to ${voucher_id}.`,
});

export const JOURNAL_COMMANDS = [
  journalPost,
  journalReverse,
  journalReview,
  journalAttach,
  journalList,
  journalShow,
];
