/** A bank account of a test company, with the lines that the test is about. */
import type { FeedLine } from "../../src/modules/feed/transactions/index.ts";
import { cents } from "../../src/core/cents.ts";
import { parseCivilDate } from "../../src/core/civil-date.ts";
import { parseId } from "../../src/core/public-id.ts";
import type { TestApp, TestCompany } from "./app.ts";

/** What a test says of a line; the rest is an ordinary purchase. */
export interface LineWords extends Partial<
  Pick<FeedLine, "description" | "merchant_name" | "status" | "source_vendor">
> {
  readonly amount?: number;
  readonly date?: string;
}

/** A transaction as the API gives it, as far as these tests look. */
export interface BankTransaction {
  readonly id: string;
  readonly updated: number;
  readonly category_id: string | null;
  readonly department_id: string | null;
  readonly categorized: boolean;
  readonly memo: string | null;
}

export interface Bank {
  readonly account: string;
  /** Brings lines in; gives the ids of the transactions, in order. */
  readonly bring: (...lines: readonly LineWords[]) => Promise<string[]>;
  readonly read: (id: string) => Promise<BankTransaction>;
}

/** An account made over HTTP, and the way in which a connector brings its lines. */
export async function bank(http: Pick<TestApp, "app" | "send">, company: TestCompany): Promise<Bank> {
  const made = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Operating", type: "checking" },
  });
  const account = parseId("account", made.body.id);
  if (account === null) throw new Error(`no account was made: ${made.text}`);
  return {
    account,
    read: (id) => company.read<BankTransaction>(`/transactions/${id}`),
    bring: async (...lines) => {
      const outcomes = await http.app.transactions.addLines(
        company.id,
        lines.map((line) => feedLine(account, line)),
        http.app.clock.now(),
      );
      return outcomes.map((outcome) => {
        if (outcome.became !== "created")
          throw new Error(`a line became nothing new: ${JSON.stringify(outcome)}`);
        return outcome.id;
      });
    },
  };
}

function feedLine(
  account: string,
  {
    description = "CARD 1234",
    merchant_name = null,
    status = "approved",
    source_vendor = "plaid",
    amount = -10_00,
    date: day = "2026-05-01",
  }: LineWords,
): FeedLine {
  const date = parseCivilDate(day);
  if (date === null) throw new Error(`${day} is no day`);
  return {
    account_id: account,
    external_id: null,
    card_id: null,
    date,
    amount_cents: cents(amount),
    description,
    merchant_name,
    status,
    source_vendor,
    source_type: "bank",
  };
}
