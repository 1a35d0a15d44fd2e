/** A bank account of a test company, and lines that its bank sends. */
import type { FeedLine } from "../../src/modules/feed/transactions/index.ts";
import { cents } from "@daybook/words/cents";
import { parseCivilDate } from "@daybook/words/civil-date";
import { parseId } from "@daybook/words/public-id";
import type { TestApp, TestCompany } from "./app.ts";

/** The fields of a bank line that a test sets; the other fields are those of an ordinary purchase. */
export interface LineFields extends Partial<
  Pick<FeedLine, "description" | "merchant_name" | "status" | "source_vendor">
> {
  readonly amount?: number;
  readonly date?: string;
}

/** The fields of the API's transaction that these tests read. */
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
  /** Adds lines and returns the ids of their transactions in the same order. */
  readonly bring: (...lines: readonly LineFields[]) => Promise<string[]>;
  readonly read: (id: string) => Promise<BankTransaction>;
}

/** Creates an account over HTTP. Its lines are added as a bank connection adds them. */
export async function bank(
  http: Pick<TestApp, "app" | "send">,
  company: Pick<TestCompany, "id" | "key" | "read">,
): Promise<Bank> {
  const created = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Operating", type: "checking" },
  });
  const account = parseId("account", created.body.id);
  if (account === null) throw new Error(`no account was made: ${created.text}`);
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
          throw new Error(`a line did not become a new transaction: ${JSON.stringify(outcome)}`);
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
  }: LineFields,
): FeedLine {
  const date = parseCivilDate(day);
  if (date === null) throw new Error(`${day} is not a valid date`);
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
