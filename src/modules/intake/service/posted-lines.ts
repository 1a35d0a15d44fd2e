/**
 * New vouchers of books beside the lines of banks that are posted already. Invariant: what is probably the
 * same by the rule of the feed is told, each voucher with a line of its own, also before anything is stored.
 * Memory grows with what is found.
 */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { decimalText } from "@daybook/words/money-text";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../platform/db/index.ts";
import { quoted } from "../../../platform/text/line-problem.ts";
import { bankingStore } from "../../feed/banking/index.ts";
import { type PostedLine, postedTwins } from "../../feed/transactions/index.ts";
import type { ParsedVoucher } from "../rules/parsed-voucher.ts";

type Company = PublicId<"company">;

/** An entry of a new voucher. */
interface NewEntry {
  readonly date: CivilDate;
  readonly amount_cents: Cents;
  readonly description: string;
}

/** The entries that wait before they are looked for. */
const TOGETHER = 5_000;

export class PostedLines {
  readonly #db: Queryable;
  readonly #companyId: Company;
  /** By category: the accounts that are booked on it, and the entries that wait. */
  readonly #accounts: ReadonlyMap<string, { readonly id: string; readonly waiting: NewEntry[] }[]>;
  readonly #taken = new Set<string>();
  #waiting = 0;
  #count = 0;
  #first: { readonly entry: NewEntry; readonly line: PostedLine } | null = null;

  /** `null` for a company that is new, whose banks have nothing. */
  static async of(db: Queryable, companyId: Company | null | undefined): Promise<PostedLines | null> {
    if (!companyId) return null;
    const accounts = (await bankingStore.listAllAccounts(db, companyId)).map(({ id, category_id }) => ({
      category_id,
      id,
      waiting: [],
    }));
    return accounts.length === 0
      ? null
      : new PostedLines(
          db,
          companyId,
          Map.groupBy(accounts, ({ category_id }) => category_id),
        );
  }

  private constructor(
    db: Queryable,
    companyId: Company,
    accounts: ReadonlyMap<string, { readonly id: string; readonly waiting: NewEntry[] }[]>,
  ) {
    this.#db = db;
    this.#companyId = companyId;
    this.#accounts = accounts;
  }

  /** Takes a new voucher; `categoryOf` gives the category of each of its lines. */
  async see(
    { date, description, lines }: ParsedVoucher,
    categoryOf: (account: string, line: number) => string,
  ): Promise<void> {
    for (const each of lines)
      for (const { waiting } of this.#accounts.get(categoryOf(each.account, each.line)) ?? []) {
        waiting.push({
          date,
          amount_cents: each.netDebitCents,
          description: each.description ?? description,
        });
        this.#waiting += 1;
      }
    if (this.#waiting >= TOGETHER) await this.#look();
  }

  async #look(): Promise<void> {
    this.#waiting = 0;
    for (const { id, waiting } of [...this.#accounts.values()].flat()) {
      const entries = waiting.splice(0);
      if (entries.length === 0) continue;
      const found = await postedTwins(this.#db, this.#companyId, id, entries, this.#taken);
      this.#count += found.length;
      this.#first ??= found[0] ?? null;
    }
  }

  /** What is said of all that was seen: no note, or one. */
  async notes(): Promise<readonly string[]> {
    await this.#look();
    if (this.#first === null) return [];
    const { entry, line } = this.#first;
    const [are, lines] =
      this.#count === 1
        ? ["1 new entry is", "a line of the bank that is posted already:"]
        : [`${this.#count} new entries are`, "lines of the bank that are posted already, one each, such as"];
    return [
      `${are} probably the same as ${lines} ${decimalText(entry.amount_cents)} of ${entry.date}, ${quoted(entry.description)}, beside ${quoted(line.description)} of ${line.date}. With both, the amounts are in the books twice: take the uploads of these lines back before you import, and upload their files again afterwards.`,
    ];
  }
}
