/**
 * What is said of a table that no format reads: the columns of a journal that were looked for, those that it
 * may have under other names, and what the program that it looks like exports instead.
 */
import { quoted } from "../../../../platform/text/line-problem.ts";
import type { TableRow } from "./format.ts";

/** The columns of a journal, and by what the names of each begin or end in the exports of programs. */
const WANTED = [
  ["date", /\bdate\b/],
  ["account", /\baccount\b(?! (?:id|code|number|type|group))/],
  ["debit", /\bdebit\b/],
  ["credit", /\bcredit\b/],
  ["amount", /\bamount\b/],
] as const satisfies readonly (readonly [string, RegExp])[];

/** Programs by columns of their reports that no format reads, and what to export of them instead. */
const PROGRAMS: readonly (readonly [program: string, columns: readonly string[], instead: string])[] = [
  [
    "the General Ledger of Sage 50",
    ["account id", "jrnl"],
    "export its General Journal, sorted by its reference, with the columns of date, account, debit and credit named",
  ],
  [
    "a report of Sage",
    ["ledger account"],
    "sort the lines by their reference, and name the columns of date, account, debit and credit",
  ],
  [
    "the General Ledger of QuickBooks Desktop",
    ["type", "num", "memo", "split", "balance"],
    "export its report Journal, among those for accountants, which has one column for the account",
  ],
  [
    "a report of FreshBooks",
    ["entry", "account name"],
    "export its General Ledger, or name the columns of date, account, debit and credit",
  ],
  [
    "a report of Zoho Books",
    ["account name", "transaction details"],
    "export its Journals from the settings, which have a column for the account, the debit and the credit",
  ],
  [
    "an export of PayPal, Stripe, Revolut or Wise",
    ["fee", "currency"],
    "upload it to an account of its own, as it is the statement of one account and no books",
  ],
];

const plain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[_\s]+/g, " ")
    .trim();

/** Sentences on the first rows of a file: none for what has no columns of a journal or of a known program. */
export function otherTable(rows: readonly TableRow[]): string {
  const headers = rows.map(({ fields }) => {
    const titles = fields.map((title) => ({ title: title.trim(), name: plain(title) }));
    const found = WANTED.flatMap(([column, pattern]) => {
      const title =
        titles.find(({ name }) => name === column) ?? titles.find(({ name }) => pattern.test(name));
      return title === undefined ? [] : [{ column, ...title }];
    });
    return { names: new Set(titles.map(({ name }) => name)), found };
  });
  const program = PROGRAMS.find(([, columns]) =>
    headers.some(({ names }) => columns.every((column) => names.has(column))),
  );
  const looks = program === undefined ? "" : ` It looks like ${program[0]}: ${program[2]}.`;
  const [header] = headers.toSorted((a, b) => b.found.length - a.found.length);
  if (header === undefined || header.found.length < 2) return looks;
  const missing = WANTED.map(([column]) => column).filter(
    (column) => !header.found.some((each) => each.column === column && each.name === column),
  );
  const like = header.found
    .filter(({ column, name }) => column !== name)
    .map(({ column, title }) => `${quoted(title)} for ${column}`);
  return [
    " Looked for were columns of the names date, account, and debit and credit, or amount;",
    missing.length === 0 ? " it has them, but no lines of a journal" : ` it has no ${missing.join(", no ")}`,
    like.length === 0 ? "." : `, and perhaps ${like.join(", ")}.`,
    looks,
  ].join("");
}
