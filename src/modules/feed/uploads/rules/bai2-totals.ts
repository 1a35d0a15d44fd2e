/**
 * The control totals and counts of BAI2: an account (49), a group (98) and the file (99) each end with the
 * sum of their amounts, whatever their direction, and with the number of their records. Invariant: a stated
 * total or count that differs from the records is refused; one that is blank, or a sum over an amount that is
 * no number, proves nothing.
 */
import { LineProblem } from "../../../../platform/text/line-problem.ts";

/** The parts of a file, from the inmost one. */
const PARTS = ["account", "group", "file"] as const;
type Part = (typeof PARTS)[number];

/** The records that begin a part, and those that end it. */
const BEGINS: Readonly<Record<string, Part>> = { "03": "account", "02": "group", "01": "file" };
const ENDS: Readonly<Record<string, Part>> = { "49": "account", "98": "group", "99": "file" };

const WITHIN: Readonly<Record<Part, string>> = {
  account: "amounts",
  group: "accounts",
  file: "groups",
};

interface Tally {
  records: number;
  /** In cents; null if one of the amounts is no number. */
  sum: number | null;
  /** The accounts of a group, or the groups of a file. */
  parts: number;
}

/** The numbers of records up to one that ends a part, which stand in it. */
export type Counted = Readonly<Record<Part, number>>;

export class ControlTotals {
  readonly #areTaken: boolean;
  readonly #notes: string[] = [];
  readonly #tallies: Record<Part, Tally> = { account: none(), group: none(), file: none() };

  /** `areTaken`: a difference is only noted. */
  constructor(areTaken: boolean) {
    this.#areTaken = areTaken;
  }

  /** The differences that were taken, as sentences. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** Counts a record, also one that continues another. Returns the numbers so far. */
  count(code: string): Counted {
    const begun = BEGINS[code];
    for (const part of PARTS.slice(0, begun === undefined ? 0 : PARTS.indexOf(begun) + 1))
      this.#tallies[part] = none();
    for (const part of PARTS) this.#tallies[part].records += 1;
    const { account, group, file } = this.#tallies;
    return { account: account.records, group: group.records, file: file.records };
  }

  /** Adds an amount as it is written, with or without a sign; a blank one counts as zero. */
  add(amount: string): void {
    const { account } = this.#tallies;
    account.sum = sumOf(account.sum, amount === "" ? 0 : numberOf(amount));
  }

  /** Marks the sums of the account as unknown, because one of its amounts can't be read. */
  lose(): void {
    this.#tallies.account.sum = null;
  }

  /**
   * Compares the totals of a record that ends a part; ignores other records. Throws `LineProblem` for a
   * difference that is not accepted.
   */
  compare(code: string, fields: readonly string[], counted: Counted, line: number): void {
    const part = ENDS[code];
    if (part === undefined) return;
    const tally = this.#tallies[part];
    const [total = "", ...rest] = fields;
    const [parts, records] = part === "account" ? [null, rest[0]] : [rest[0] ?? "", rest[1]];
    this.#judge(differenceOf(part, "control total", numberOf(total), tally.sum), line);
    if (parts !== null)
      this.#judge(differenceOf(part, `number of ${WITHIN[part]}`, numberOf(parts), tally.parts), line);
    this.#judge(differenceOf(part, "number of records", numberOf(records ?? ""), counted[part]), line);
    const outer = PARTS[PARTS.indexOf(part) + 1];
    if (outer === undefined) return;
    this.#tallies[outer].sum = sumOf(this.#tallies[outer].sum, tally.sum);
    this.#tallies[outer].parts += 1;
  }

  #judge(difference: string | null, line: number): void {
    if (difference === null) return;
    if (!this.#areTaken)
      throw new LineProblem(
        line,
        `${difference} Records are missing or were changed; download the file again.`,
        [{ give: "totals_check", as: "none", when: "the totals of this bank differ in each file" }],
      );
    this.#notes.push(`Line ${line}: ${difference} The file was taken all the same, as was said.`);
  }
}

function none(): Tally {
  return { records: 0, sum: 0, parts: 0 };
}

function numberOf(text: string): number | null {
  // Some banks fill their numbers up with zeros.
  const number = /^[+-]?0*\d{1,15}$/.test(text) ? Number(text) : null;
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

function sumOf(a: number | null, b: number | null): number | null {
  return a === null || b === null || !Number.isSafeInteger(a + b) ? null : a + b;
}

/** Returns the differences as a sentence; null if there are none. */
function differenceOf(part: Part, what: string, stated: number | null, found: number | null): string | null {
  if (stated === null || found === null || stated === found) return null;
  return `The ${what} of the ${part} is ${stated}, but its records make ${found}.`;
}
