/**
 * A general journal as CSV (RFC 4180), with the columns that `import journal` reads. Invariant: no text can
 * be read as a formula by a spreadsheet program.
 */
import { present } from "@daybook/words/assert";
import { type Cents, cents } from "@daybook/words/cents";
import { decimalText } from "@daybook/words/money-text";
import { type JournalWriter, type OutBooks, type OutLine, ROOTS } from "./books-out.ts";
import { Escapes, OUTER_BLANKS, pathsOf, withId } from "./names.ts";

const COLUMNS = ["journal", "date", "description", "merchant", "account", "department", "debit", "credit"];

/** What a spreadsheet program may read as a formula, also after blanks and after the end of a cell. */
const FORMULA = String.raw`(?<=(?:^|[;\t\r\n])[\s\p{Z}\p{Cf}]*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212]|^[\t\r\n]`;
const TEXT_UNSAFE = new RegExp(FORMULA, "gu");
const LEVEL_UNSAFE = new RegExp(`:|${OUTER_BLANKS}|${FORMULA}`, "gu");

/** Writes the journal. */
export function csvWriter(books: OutBooks): JournalWriter {
  const escapes = new Escapes();
  const accounts = pathsOf(books.accounts, {
    kind: "categories",
    above: ({ account_type }) => ROOTS[account_type],
    level: ({ name }) => escapes.write("category names", name, LEVEL_UNSAFE),
    otherLevel: withId,
  });
  const departments = pathsOf(books.departments, {
    kind: "departments",
    above: () => "",
    level: ({ name }) => escapes.write("department names", name, LEVEL_UNSAFE),
    otherLevel: withId,
  });
  const fieldsOf = ({ category_id, department_id, net_debit_cents, merchant, description }: OutLine) => [
    escapes.write("descriptions", description, TEXT_UNSAFE),
    merchant === null ? "" : escapes.write("merchants", merchant, TEXT_UNSAFE),
    present(accounts.of.get(category_id), "an entry of an unknown category"),
    department_id === null ? "" : (departments.of.get(department_id) ?? ""),
    net_debit_cents < 0 ? "" : decimalText(net_debit_cents),
    net_debit_cents < 0 ? decimalText(negated(net_debit_cents)) : "",
  ];
  return {
    file: "journal.csv",
    accounts: accounts.of,
    begin: () => `${COLUMNS.join(",")}\r\n`,
    voucher: ({ id, date, lines }) =>
      lines.map((line) => `${[id, date, ...fieldsOf(line)].map(csvField).join(",")}\r\n`).join(""),
    end: () => [],
    notes: () => [...accounts.notes, ...departments.notes, ...escapes.notes()],
  };
}

function negated(amount: Cents): Cents {
  return cents(-amount);
}

/** A field of a CSV, in quotes where it needs them. */
export function csvField(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
