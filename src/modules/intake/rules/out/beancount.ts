/**
 * A journal that Beancount reads. Its account names have letters, digits and dashes only, so each account has
 * its real name as metadata. Invariant: `bean-check` accepts the file.
 */
import { present } from "@daybook/words/assert";
import { type CivilDate, parts } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { AccountType } from "@daybook/words/ledger-words";
import { decimalText } from "@daybook/words/money-text";
import { CURRENCY, type JournalWriter, type OutAccount, type OutBooks, type OutLine } from "./books-out.ts";
import { pathsOf, withId } from "./names.ts";

/** Beancount has five first levels; the types beyond them get a second level. */
const ROOTS: Readonly<Record<AccountType, string>> = {
  asset: "Assets",
  liability: "Liabilities",
  equity: "Equity",
  revenue: "Income",
  other_income: "Income:Other-Income",
  cost_of_goods_sold: "Expenses:Cost-of-Goods-Sold",
  expense: "Expenses",
  other_expense: "Expenses:Other-Expenses",
};

/** The years that Beancount's dates can have. */
const FIRST_YEAR = 1_000;
const LAST_YEAR = 2_999;
/** The date of accounts in books without vouchers. */
const NO_VOUCHERS = "1970-01-01";

/** Writes the journal. */
export function beancountWriter(books: OutBooks): JournalWriter {
  const accounts = pathsOf(books.accounts, {
    kind: "categories",
    above: ({ account_type }) => ROOTS[account_type],
    level: levelOf,
    otherLevel: (_account, level, attempt) => `${level}-${attempt}`,
  });
  const departments = pathsOf(books.departments, {
    kind: "departments",
    above: () => "",
    level: ({ name }) => name,
    otherLevel: withId,
  });
  const renamed = books.accounts.find((account) => levelOf(account) !== account.name);
  const posting = (line: OutLine, shared: OutLine): string => {
    const account = present(accounts.of.get(line.category_id), "an entry of an unknown category");
    const department = line.department_id === null ? undefined : departments.of.get(line.department_id);
    return [
      `  ${account}  ${decimalText(line.net_debit_cents)} ${CURRENCY}\n`,
      department === undefined ? "" : meta("    ", "department", department),
      line.description === shared.description ? "" : meta("    ", "description", line.description),
      line.merchant === shared.merchant ? "" : meta("    ", "merchant", line.merchant ?? ""),
    ].join("");
  };
  return {
    file: "journal.beancount",
    accounts: null,
    begin: () =>
      [
        `option "title" ${string(books.name)}\n`,
        `option "operating_currency" "${CURRENCY}"\n\n`,
        ...books.accounts.map((account) =>
          opening(account, accounts.of.get(account.id) ?? "", books.firstDate),
        ),
      ].join(""),
    voucher({ id, date, source, transaction_id, held, lines }) {
      requireYear(date);
      const shared = present(lines[0], "a voucher without lines");
      const payee = shared.merchant === null ? "" : `${string(shared.merchant)} `;
      const link = transaction_id === null ? "" : ` ^${transaction_id}`;
      return [
        `\n${date} ${held ? "!" : "*"} ${payee}${string(shared.description)}${link}\n`,
        meta("  ", "voucher", id),
        meta("  ", "source", source),
        ...lines.map((line) => posting(line, shared)),
      ].join("");
    },
    end: () => [],
    notes: () => [
      ...departments.notes,
      ...(renamed === undefined
        ? []
        : [
            `Beancount's account names have letters, digits and dashes only, so ${JSON.stringify(renamed.name)} is ${JSON.stringify(accounts.of.get(renamed.id))}, for example. Each account has its name in the metadata \`name\`.`,
          ]),
    ],
  };
}

function opening({ id, name, cash_flow, role }: OutAccount, path: string, date: CivilDate | null): string {
  return [
    `${date ?? NO_VOUCHERS} open ${path} ${CURRENCY}\n`,
    meta("  ", "name", name),
    meta("  ", "category", id),
    cash_flow === null ? "" : meta("  ", "cash-flow", cash_flow),
    role === null ? "" : meta("  ", "role", role),
  ].join("");
}

/** A level of an account name: Latin letters and digits, words separated by dashes, a capital or a digit first. */
function levelOf({ id, name }: Pick<OutAccount, "id" | "name">): string {
  const level = dashed(name);
  // A name without Latin letters or digits leaves nothing, so the id stands for it.
  return level === "" ? dashed(id) : level;
}

function dashed(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}`;
}

function meta(indent: string, key: string, value: string): string {
  return `${indent}${key}: ${string(value)}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': String.raw`\"`,
  "\\": String.raw`\\`,
  "\n": String.raw`\n`,
  "\r": String.raw`\r`,
  "\t": String.raw`\t`,
};

function string(text: string): string {
  return `"${text.replaceAll(/["\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)}"`;
}

function requireYear(date: CivilDate): void {
  const { year } = parts(date);
  if (year >= FIRST_YEAR && year <= LAST_YEAR) return;
  throw refuse("invalid_request", {
    param: "format",
    message: `Beancount can't keep the date ${date}; it has years from ${FIRST_YEAR} to ${LAST_YEAR}. Choose another format, or correct the voucher.`,
  });
}
