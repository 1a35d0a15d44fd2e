/** A company that issues invoices, and whose bank sends the payments of its customers. */
import { present } from "@daybook/words/assert";
import { cents } from "@daybook/words/cents";
import { parseCivilDate } from "@daybook/words/civil-date";
import type { FeedLine } from "../../src/modules/feed/transactions/index.ts";
import type { TestApp, TestCompany } from "./app.ts";
import { type CompanyOverrides, unique } from "./bundle.ts";
import type { Answer } from "./http.ts";

/** The fields of the API's invoice that tests read. */
export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly status: "draft" | "open" | "paid" | "void";
  readonly issue_date: string;
  readonly due_date: string;
  readonly line_items: readonly {
    readonly quantity: number;
    readonly amount_cents: number;
    readonly category_id: string;
  }[];
  readonly total_cents: number;
  readonly amount_paid_cents: number;
  readonly amount_due_cents: number;
  readonly matched_transaction_id: string | null;
  readonly matched_transaction_ids: readonly string[];
  readonly updated: number;
}

/** Returns an invoice line with a unit amount. */
export function aLine(unit_amount_cents: number, more: object = {}): object {
  return { description: "Work", unit_amount_cents, ...more };
}

export interface InvoiceBook {
  readonly company: TestCompany;
  /** Requests an ordinary invoice, changed by `fields`. */
  issue(fields: object): Promise<Answer<Invoice>>;
  /** The same, but fails unless the invoice is issued. */
  issued(fields: object): Promise<Invoice>;
  read(id: string): Promise<Invoice>;
  change(id: string, how: "match" | "unmatch" | "void", body?: object): Promise<Answer<Invoice>>;
  /** Adds a line from the bank and returns the id of its transaction. */
  receive(
    amountCents: number,
    more?: Partial<Omit<FeedLine, "date">> & { readonly date?: string },
  ): Promise<string>;
  /** Changes the amount of a transaction, as the bank does. */
  changeAmount(transaction: string, amountCents: number): Promise<void>;
  /** Removes a transaction as the bank does. */
  remove(transaction: string): Promise<void>;
  /** Returns the sum of all journal entries of each category, with the API's signs. */
  balances(...categories: readonly string[]): Promise<number[]>;
}

/** Makes a company with an empty journal and a checking account. */
export async function bookOf(http: TestApp, overrides: CompanyOverrides = {}): Promise<InvoiceBook> {
  const company = await http.company({ journal: [], ...overrides });
  const account = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Operating", type: "checking", category_id: "cat_checking" },
  });
  const lines = new Map<string, FeedLine>();
  const issue: InvoiceBook["issue"] = (fields) =>
    http.send<Invoice>("/invoices", {
      key: company.key,
      method: "POST",
      body: { customer_name: "Quay Foods", line_items: [aLine(100_00)], ...fields },
    });
  return {
    company,
    issue,
    async issued(fields) {
      const { status, body, text } = await issue(fields);
      if (status !== 201) throw new Error(`not issued: ${status} ${text}`);
      return body;
    },
    read: (id) => company.read<Invoice>(`/invoices/${id}`),
    change: (id, how, body) =>
      http.send<Invoice>(`/invoices/${id}/${how}`, {
        key: company.key,
        method: "POST",
        ...(body === undefined ? {} : { body }),
      }),
    async receive(amountCents, { date = "2026-05-06", ...more } = {}) {
      const line: FeedLine = {
        account_id: account.body.id,
        external_id: unique(),
        card_id: null,
        date: present(parseCivilDate(date), "no day"),
        amount_cents: cents(amountCents),
        description: "Deposit",
        merchant_name: null,
        status: "approved",
        source_vendor: "plaid",
        source_type: "bank",
        ...more,
      };
      const [outcome] = await http.app.transactions.addLines(company.id, [line], http.app.clock.now());
      if (outcome === undefined || outcome.became === "refused") throw new Error("the line was refused");
      lines.set(outcome.id, line);
      return outcome.id;
    },
    async changeAmount(transaction, amountCents) {
      const line = { ...present(lines.get(transaction), transaction), amount_cents: cents(amountCents) };
      await http.app.transactions.changeLines(company.id, [line], http.app.clock.now());
    },
    async remove(transaction) {
      await http.app.transactions.removeLines(company.id, [transaction], http.app.clock.now());
    },
    async balances(...categories) {
      const balances: number[] = [];
      for (const id of categories) {
        const { data } = await company.read<{ data: { amount_cents: number }[] }>(
          `/journal_entries?category_id=${id}&limit=500`,
        );
        balances.push(data.reduce((sum, { amount_cents }) => sum + amount_cents, 0));
      }
      return balances;
    },
  };
}
