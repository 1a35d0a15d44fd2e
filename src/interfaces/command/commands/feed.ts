/**
 * Commands that add lines to bank and card accounts: `upload` reads a bank's file; `feed` takes lines as
 * JSON, as a connector to a bank sends them.
 */
import { basename } from "node:path";
import { losAngelesDate } from "@daybook/words/civil-date";
import { TWIN_ANSWERS } from "@daybook/words/feed-words";
import { LIMITS } from "@daybook/words/limits";
import { decimalText } from "@daybook/words/money-text";
import type { ReportProgress } from "../../../core/progress.ts";
import type { BalanceCheck, FeedResult } from "../../../modules/feed/uploads/index.ts";
import { COLUMNS, DATE_FORMATS, FILE_FORMATS, SIGNS } from "../../../modules/feed/uploads/words.ts";
import { openSource, type Source, STANDARD_INPUT } from "../../../platform/machine/files.ts";
import { databaseCommand } from "../command.ts";
import {
  id,
  needed,
  optional,
  pair,
  several,
  sourceFile,
  splitPair,
  toggle,
  UsageProblem,
  word,
} from "../fields.ts";
import { withLength } from "../progress.ts";
import type { CommandServices } from "../services.ts";
import { table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

const FEED_FIELDS = {
  file: needed("argument", sourceFile(), "The lines, or - for the standard input."),
  ...COMPANY_OPTION,
} as const;

interface FeedArgs {
  readonly file: string;
  readonly company: string | null;
}

/** Passes the lines of a file to the service. */
async function feed(
  app: CommandServices,
  verb: "add" | "change" | "remove",
  { file, company }: FeedArgs,
  report: ReportProgress,
  signal: AbortSignal,
): Promise<FeedResult & { readonly company_id: string }> {
  const company_id = await chooseCompany(app, company);
  const source = await openSource(file, signal);
  return {
    company_id,
    ...(await app.uploads.feed(
      company_id,
      verb,
      source.content,
      app.clock.now(),
      withLength(source, report),
    )),
  };
}

/** What a person does next about lines that wait for an answer: no sentence, or one. */
function askedSentences(asked: number): readonly string[] {
  if (asked === 0) return [];
  const wait = asked === 1 ? "1 line waits" : `${asked} lines wait`;
  return [`${wait} for an answer: see \`feed twins\`, then say it with \`feed answer\`.`];
}

function showFeed({ counts, asked, refusals }: FeedResult): string {
  const presentOutcomes = Object.entries(counts).filter(([, count]) => count > 0);
  const summary = [
    table(
      ["BECAME", "LINES"],
      presentOutcomes.map(([name, count]) => [name, `${count}`]),
      "There were no lines.",
    ),
    ...askedSentences(asked),
  ].join("\n\n");
  if (refusals.length === 0) return summary;
  const reasons = table(
    ["LINE", "REFUSED BECAUSE"],
    refusals.map(({ line, reason }) => [`${line}`, reason]),
    "",
  );
  return `${summary}\n\n${reasons}${counts.refused > refusals.length ? `\nand ${counts.refused - refusals.length} more` : ""}`;
}

/** Returns an error's exit code if a line was refused, so that the caller looks at the refusals. */
const feedExit = ({ counts }: FeedResult) => (counts.refused > 0 ? "usage" : "ok");

const LINE_FORMAT =
  "Each line is one JSON object: account_id, external_id (the bank's own id, or null), date and amount_cents, with money in positive; and, if known, description, merchant_name, card_id, status, source_vendor, source_type and in_books (same or another, for a line that is probably the same as an entry of imported books; such a line is left out of the books until somebody says which). Lines are processed one by one: an invalid line does not stop the others, and repeated lines change nothing.";

const feedAdd = databaseCommand({
  name: "feed add",
  summary: "Add lines to accounts, or update existing ones",
  description: LINE_FORMAT,
  examples: [
    ["feed add lines.jsonl", "the lines of a file"],
    ["feed add - --json < lines.jsonl", "from the standard input, with the counts as JSON"],
  ],
  fields: FEED_FIELDS,
  run: (app, args, report, signal) => feed(app, "add", args, report, signal),
  show: showFeed,
  exit: feedExit,
});

const feedChange = databaseCommand({
  name: "feed change",
  summary: "Update existing lines; new ones are refused",
  description: `${LINE_FORMAT} A person's decision about a transaction is never overwritten, and its date never changes.`,
  examples: [
    ["feed change settled.jsonl", "such as lines that are no longer pending, or have another amount"],
  ],
  fields: FEED_FIELDS,
  run: (app, args, report, signal) => feed(app, "change", args, report, signal),
  show: showFeed,
  exit: feedExit,
});

const feedRemove = databaseCommand({
  name: "feed remove",
  summary: "Remove lines from accounts",
  description:
    "Each line is one JSON object that names a transaction: its id, or account_id and external_id. Its journal entries are deleted too; mirrors of the feed see the transaction as deleted.",
  examples: [["feed remove gone.jsonl", "such as lines that the bank reversed"]],
  fields: FEED_FIELDS,
  run: (app, args, report, signal) => feed(app, "remove", args, report, signal),
  show: showFeed,
  exit: feedExit,
});

/**
 * Parses `--column` options: `amount=Betrag` means that the file's column of amounts is named Betrag,
 * `amount=2` that it is the second column.
 */
function readColumns(pairs: readonly string[]): Partial<Record<(typeof COLUMNS)[number], string | number>> {
  const names = new Map<(typeof COLUMNS)[number], string | number>();
  for (const [what, name] of pairs.map(splitPair)) {
    const column = COLUMNS.find((known) => known === what);
    if (column === undefined)
      throw new UsageProblem(
        `--column does not accept ${JSON.stringify(what)}; it must be one of ${COLUMNS.join(", ")}.`,
      );
    if (names.has(column)) throw new UsageProblem(`--column names ${column} twice.`);
    names.set(column, /^[1-9]\d{0,2}$/.test(name) ? Number(name) : name);
  }
  return Object.fromEntries(names);
}

/** Reads a whole file, in pieces. Throws `UsageProblem` if it is larger than uploads may be. */
async function readAll({ content, bytes }: Source, report: ReportProgress): Promise<Uint8Array[]> {
  const mostBytes = LIMITS.upload_bytes.value;
  const pieces: Uint8Array[] = [];
  let done = 0;
  for await (const piece of content) {
    done += piece.length;
    if (done > mostBytes) throw new UsageProblem(`The file is larger than ${mostBytes} bytes; split it.`);
    // The piece is copied, because the reader may reuse its memory.
    pieces.push(Uint8Array.from(piece));
    report({ done, total: bytes, unit: "bytes" });
  }
  return pieces;
}

const upload = databaseCommand({
  name: "upload",
  summary: "Upload a bank file to an account: BAI2, CAMT, CSV, MT940, OFX, QFX, QIF or XLSX, also in a ZIP",
  description:
    "Lines that the account already has are counted but not added, so files may overlap. An unreadable line is reported with its number; the others are added.",
  examples: [
    ["upload statement.csv --account acct_1", "columns by the names that banks use"],
    [
      "upload export.csv --account acct_1 --column date=When --column debit=Spent --date-format DD/MM/YYYY",
      "columns with other names; spent amounts are positive",
    ],
    [
      "upload wells.csv --account acct_1 --column date=1 --column amount=2 --column description=5",
      "a file without a header",
    ],
    ["upload checking.qfx --account acct_1 --json", "with what became of the lines as JSON"],
  ],
  fields: {
    file: needed("argument", sourceFile(), "The bank's file, or - for the standard input."),
    account: needed("option", id("account"), "The account of the lines."),
    ...COMPANY_OPTION,
    format: optional(
      "option",
      word(...FILE_FORMATS),
      "The file's format; default: detected from its content.",
    ),
    column: several(
      "option",
      pair("what=name"),
      `The name of a CSV column, or its number if there is no header; may be repeated. What: ${COLUMNS.join(", ")}.`,
    ),
    date_format: optional(
      "option",
      word(...DATE_FORMATS),
      "The date format of a CSV or a QIF; default: detected from all dates together.",
    ),
    signs: optional(
      "option",
      word(...SIGNS),
      "For a CSV with one column of amounts: bank if money out is negative, card if it is positive; default: bank, and inferred for a card account.",
    ),
    any_account: toggle("Take the file though its number or kind is that of another account."),
    in_books: optional(
      "option",
      word(...TWIN_ANSWERS),
      "What new lines are that are probably the same as entries of imported books; default: they are left out of the books until `feed twins` and `feed answer` say it.",
    ),
    any_totals: toggle("Take a BAI2 file though its control totals differ from its records, and say how."),
  },
  async run(app, args, report, signal) {
    const columns = readColumns(args.column);
    const company_id = await chooseCompany(app, args.company);
    const file = await readAll(await openSource(args.file, signal), report);
    const name = args.file === STANDARD_INPUT ? null : basename(args.file);
    return app.uploads.upload(
      company_id,
      {
        account_id: args.account,
        ...(args.in_books && { inBooks: args.in_books }),
        source: {
          file,
          name,
          format: args.format,
          columns,
          dateFormat: args.date_format,
          signs: args.signs,
          anyAccount: args.any_account,
          anyTotals: args.any_totals,
        },
      },
      app.clock.now(),
    );
  },
  show: ({ id: upload_id, asked_count, errors, balances, notes, ...counts }) => {
    const { row_count, imported_count, duplicate_count } = counts;
    const refusedCount = row_count - imported_count - duplicate_count;
    const summary = [
      `Upload ${upload_id}: ${row_count} lines, of which ${imported_count} are new, ${duplicate_count} already existed and ${refusedCount} were refused.`,
      ...notes,
      ...askedSentences(asked_count),
      ...balances.slice(-1).map(balanceSentence),
    ].join("\n");
    if (errors.length === 0) return summary;
    return `${summary}\n\n${table(
      ["LINE", "CODE", "WHY"],
      errors.map(({ line, code, message }) => [`${line}`, code, message]),
      "",
    )}${refusedCount > errors.length ? `\nand ${refusedCount - errors.length} more` : ""}`;
  },
  exit: ({ status }) => (status === "succeeded" ? "ok" : "usage"),
});

/** Says whether the file's last closing balance is that of the account. */
function balanceSentence({ date, statement_cents, account_cents }: BalanceCheck): string {
  const stated = decimalText(statement_cents);
  return statement_cents === account_cents
    ? `The account has the closing balance of the file on ${date}: ${stated}.`
    : `On ${date} the file's closing balance is ${stated}, but the account's transactions sum to ${decimalText(account_cents)}. Transactions before the file or between files may be missing.`;
}

const uploadList = databaseCommand({
  name: "upload list",
  summary: "List the latest uploads, the newest first",
  description: "With their ids, by which `upload undo` takes one back.",
  examples: [["upload list --account acct_1", "those of an account"]],
  fields: {
    account: optional("option", id("account"), "The account; default: all accounts."),
    ...COMPANY_OPTION,
  },
  run: async (app, { account, company }) => ({
    uploads: await app.uploads.list(await chooseCompany(app, company), account),
  }),
  show: ({ uploads }) =>
    table(
      ["UPLOAD", "ACCOUNT", "DAY", "FILE", "NEW", "STATUS"],
      uploads.map((each) => [
        each.id,
        each.account_id,
        losAngelesDate(each.created),
        each.file_name ?? "-",
        `${each.imported_count}`,
        each.undone_at === null ? each.status : "taken back",
      ]),
      "There are no uploads.",
    ),
});

const uploadUndo = databaseCommand({
  name: "upload undo",
  summary: "Take an upload back: remove the transactions that it added",
  description:
    "All of them, or none: it is refused while one has entries in closed books, is matched to an invoice or a transfer, or is spread. Transactions that the account already had stay. The file can be uploaded again.",
  examples: [
    ["upload undo tup_1 --dry-run", "says how many transactions would go"],
    ["upload undo tup_1", "removes them, with their journal entries"],
  ],
  fields: {
    upload: needed("argument", id("upload"), "The upload, as `upload` or `upload list` shows it."),
    ...COMPANY_OPTION,
    dry_run: toggle("Only say what would go."),
  },
  run: async (app, { upload: uploadId, company, dry_run }) => {
    const { upload: undone, removed } = await app.uploads.undo(await chooseCompany(app, company), uploadId, {
      now: app.clock.now(),
      isDryRun: dry_run,
    });
    return { id: undone.id, account_id: undone.account_id, removed, dry_run };
  },
  show: ({ id: undone, removed, dry_run }) =>
    dry_run
      ? `${removed} transactions of ${undone} would be removed. Nothing was changed.`
      : `${removed} transactions of ${undone} were removed.`,
});

const feedTwins = databaseCommand({
  name: "feed twins",
  summary: "List lines that are probably the same as entries of imported books",
  description:
    "A line of a bank and an entry on the category of its account are probably the same if they have the same amount and days that are at most five apart, each entry for one line. Such lines are not in the books until `feed answer` says what they are.",
  examples: [["feed twins", "the lines that wait for an answer, each beside its entry"]],
  fields: { ...COMPANY_OPTION },
  run: async (app, { company }) => app.transactions.listTwinLines(await chooseCompany(app, company)),
  show: ({ count, lines }) => {
    const list = table(
      ["LINE", "ACCOUNT", "DAY", "AMOUNT", "TEXT", "IN THE BOOKS"],
      lines.map((line) => [
        line.id,
        line.account_name,
        line.date,
        decimalText(line.amount_cents),
        line.description,
        line.twin_date === null ? "no more" : `${line.twin_date} ${line.twin_description ?? ""}`.trim(),
      ]),
      "No line waits for an answer.",
    );
    return count > lines.length ? `${list}\nand ${count - lines.length} more` : list;
  },
});

const feedAnswer = databaseCommand({
  name: "feed answer",
  summary: "Say if lines are the same as entries of imported books",
  description:
    "With same, the lines stay out of the books, which have them already. With another, they are posted as all others.",
  examples: [
    ["feed answer same --all", "for all lines that `feed twins` lists"],
    ["feed answer another --line txn_1 --line txn_2", "for some of them"],
  ],
  fields: {
    answer: needed("argument", word(...TWIN_ANSWERS), "What the lines are."),
    line: several("option", id("transaction"), "A line, as `feed twins` shows it; may be repeated."),
    all: toggle("All lines that wait for an answer."),
    ...COMPANY_OPTION,
  },
  run: async (app, { answer, line, all, company }) => {
    if (all === line.length > 0) throw new UsageProblem("Give --all, or each line with --line.");
    const answered = await app.transactions.answerTwins(
      await chooseCompany(app, company),
      { ids: all ? null : line, answer },
      app.clock.now(),
    );
    return { answer, answered };
  },
  show: ({ answer, answered }) =>
    `${answered} ${answered === 1 ? "line is" : "lines are"} ${answer === "same" ? "the same as entries of imported books, and not posted" : "posted"}.`,
});

export const FEED_COMMANDS = [
  upload,
  uploadList,
  uploadUndo,
  feedAdd,
  feedChange,
  feedRemove,
  feedTwins,
  feedAnswer,
];
