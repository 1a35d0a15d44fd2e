/**
 * A plain-text journal that both hledger and ledger read, and `import journal` too. Each tag has a line of
 * its own, because ledger reads one tag a line and hledger reads tags anywhere. Invariant: no name or text of
 * the books can change how an amount, a date or an account is read.
 */
import { present } from "@daybook/words/assert";
import type { AccountType } from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";
import { decimalText } from "@daybook/words/money-text";
import { type JournalWriter, type OutAccount, type OutBooks, type OutLine, ROOTS } from "./books-out.ts";
import { CONTROLS, Escapes, OUTER_BLANKS, pathsOf, withId } from "./names.ts";

/** The account types of hledger: assets, liabilities, equity, revenue, expenses; cash is C. */
const TYPES: Readonly<Record<AccountType, string>> = {
  asset: "A",
  liability: "L",
  equity: "E",
  revenue: "R",
  other_income: "R",
  cost_of_goods_sold: "X",
  expense: "X",
  other_expense: "X",
};

/** An amount at the end of a name would be read as the posting's. */
const BEFORE_MONEY = String.raw` (?=[-+]?(?:\$ ?|USD ?)[-+]?\d[\d.,]*$|[-+]?\d[\d.,]* ?USD$)`;
/** Two blanks end a name, and hledger takes any blank of Unicode for one. */
const ACCOUNT_UNSAFE = new RegExp(
  String.raw`[;:]|${CONTROLS}|${OUTER_BLANKS}|(?! )\p{Zs}|(?<= ) |${BEFORE_MONEY}`,
  "gu",
);
const HEADER_UNSAFE = new RegExp(String.raw`[;]|${CONTROLS}|${OUTER_BLANKS}`, "gu");
/** In a payee, `|` separates it from the description. */
const PAYEE_UNSAFE = new RegExp(String.raw`[;|]|${CONTROLS}|${OUTER_BLANKS}`, "gu");
/**
 * Parts of comments that programs read: dates, tags that ledger gives a meaning, and expressions (`name::`).
 * Other words with a colon become tags, which change nothing.
 */
const READ_IN_COMMENTS = String.raw`(?<=^(?:payee|uuid|value)):|(?<=^\S*:):|(?<=(?:^|[\s,])date2?):|\[(?=[\d=/.-])`;
const COMMENT_UNSAFE = new RegExp(`${READ_IN_COMMENTS}|${CONTROLS}|${OUTER_BLANKS}`, "giu");
/** A comma ends the value of a tag in hledger. */
const TAG_UNSAFE = new RegExp(String.raw`,|${READ_IN_COMMENTS}|${CONTROLS}|${OUTER_BLANKS}`, "giu");
const DEPARTMENT_UNSAFE = new RegExp(String.raw`[,:]|\[(?=[\d=/.-])|${CONTROLS}|${OUTER_BLANKS}`, "gu");

/** Writes the journal. */
export function ledgerWriter(books: OutBooks): JournalWriter {
  const escapes = new Escapes();
  const accounts = pathsOf(books.accounts, {
    kind: "categories",
    above: ({ account_type }) => ROOTS[account_type],
    level: ({ name }) => escapes.write("category names", name, ACCOUNT_UNSAFE),
    otherLevel: withId,
  });
  const departments = pathsOf(books.departments, {
    kind: "departments",
    above: () => "",
    level: ({ name }) => escapes.write("department names", name, DEPARTMENT_UNSAFE),
    otherLevel: withId,
  });
  const tag = (name: string, kind: string, value: string) =>
    `    ; ${name}: ${escapes.write(kind, value, TAG_UNSAFE)}\n`;

  /** A text of a line that differs from the voucher's, as a tag; a line without one has a tag that says so. */
  const merchantTag = (merchant: string | null) =>
    merchant === null ? "    ; no-merchant: yes\n" : tag("merchant", "merchants", merchant);

  const posting = (line: OutLine, shared: OutLine): string => {
    const account = present(accounts.of.get(line.category_id), "an entry of an unknown category");
    const memo =
      line.description === shared.description || line.description === ""
        ? ""
        : `  ; ${escapes.write("descriptions", line.description, COMMENT_UNSAFE)}`;
    const department = line.department_id === null ? undefined : departments.of.get(line.department_id);
    return [
      `    ${account}  ${dollarsText(line)}${memo}\n`,
      department === undefined ? "" : `    ; department: ${department}\n`,
      line.merchant === shared.merchant ? "" : merchantTag(line.merchant),
      line.description === "" && shared.description !== "" ? "    ; no-description: yes\n" : "",
    ].join("");
  };

  return {
    file: "journal.ledger",
    accounts: accounts.of,
    begin: () =>
      [
        `; The books of ${escapes.write("company names", books.name, COMMENT_UNSAFE)}, from Daybook.\n`,
        "commodity $\n    format $1000.00\n\n",
        ...books.accounts.map((account) => declaration(account, accounts.of.get(account.id) ?? "")),
      ].join(""),
    voucher({ id, date, source, transaction_id, held, lines }) {
      const shared = present(lines[0], "a voucher without lines");
      const { header, needsTag } = headerOf(shared, escapes);
      return [
        `\n${date} ${held ? "!" : "*"} (${id})${header === "" ? "" : ` ${header}`}\n`,
        `    ; source: ${source}\n`,
        transaction_id === null ? "" : tag("transaction", "transaction ids", transaction_id),
        needsTag ? merchantTag(shared.merchant) : "",
        ...lines.map((line) => posting(line, shared)),
      ].join("");
    },
    end: () => [],
    notes: () => [...accounts.notes, ...departments.notes, ...escapes.notes()],
  };
}

function dollarsText({ net_debit_cents }: OutLine): string {
  return `$${decimalText(net_debit_cents)}`;
}

function declaration({ id, account_type, cash_flow, role }: OutAccount, path: string): string {
  return [
    `account ${path}\n`,
    `    ; type: ${cash_flow === "cash" ? "C" : TYPES[account_type]}\n`,
    `    ; id: ${id}\n`,
    cash_flow === null ? "" : `    ; cash-flow: ${cash_flow}\n`,
    role === null ? "" : `    ; role: ${role}\n`,
  ].join("");
}

/**
 * The text after the code: `merchant | description`, or one text that is both. `needsTag` is true if the text
 * doesn't show the merchant.
 */
function headerOf(
  { merchant, description }: OutLine,
  escapes: Escapes,
): { readonly header: string; readonly needsTag: boolean } {
  if (merchant === null)
    return {
      header: escapes.write("descriptions", description, PAYEE_UNSAFE),
      needsTag: description !== "",
    };
  if (merchant === description)
    return { header: escapes.write("descriptions", description, PAYEE_UNSAFE), needsTag: false };
  const payee = escapes.write("merchants", merchant, PAYEE_UNSAFE);
  const note = escapes.write("descriptions", description, HEADER_UNSAFE);
  // Books that came from such a journal have descriptions that begin with the merchant.
  if (note.startsWith(`${payee} | `)) return { header: note, needsTag: false };
  const header = note === "" ? `${payee} |` : `${payee} | ${note}`;
  return Array.from(header).length > LIMITS.text_field_characters.value
    ? { header: escapes.write("descriptions", description, PAYEE_UNSAFE), needsTag: true }
    : { header, needsTag: false };
}
