/** Requests about a company's feed, and a check that the books are consistent after them. */
import { expect } from "vitest";
import type { PublicId } from "@daybook/words/public-id";
import type { TestApp, TestCompany } from "./app.ts";
import { type Bundle, unique } from "./bundle.ts";
import type { Answer } from "./http.ts";
import { exported } from "./import.ts";
import { stateOf } from "./state.ts";

export interface Transaction {
  readonly id: string;
  readonly created: number;
  readonly updated: number;
  readonly deleted: boolean;
  readonly date: string;
  readonly accounting_date: string;
  readonly amount_cents: number;
  readonly description: string;
  readonly merchant_name: string | null;
  readonly memo: string | null;
  readonly account_id: string;
  readonly category_id: string | null;
  readonly category_name: string | null;
  readonly categorized: boolean;
  readonly department_id: string | null;
  readonly department_name: string | null;
  readonly transaction_type: string;
  readonly has_splits: boolean;
  readonly status: string;
  readonly source_vendor: string;
  readonly source_type: string;
  readonly transfer_id: string | null;
  readonly spread_id: string | null;
}

export interface Split {
  readonly id: string;
  readonly transaction_id: string;
  readonly position: number;
  readonly category_id: string;
  readonly department_id: string | null;
  readonly amount_cents: number;
  readonly memo: string | null;
  readonly spread_id: string | null;
}

export interface Entry {
  readonly date: string;
  readonly category_id: string;
  readonly department_id: string | null;
  readonly amount_cents: number;
  readonly description: string;
  readonly merchant: string | null;
  readonly source: string;
  readonly held: boolean;
}

export interface Page<Item> {
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly data: readonly Item[];
  readonly watermark?: number;
}

export interface Line {
  readonly category_id: string;
  readonly amount_cents: number;
  readonly department_id?: string | null;
  readonly memo?: string | null;
  readonly spread?: { readonly start_date: string; readonly end_date: string } | null;
}

/** Returns the requests about a company's feed, sent with the company's key. */
export function feedOf(http: TestApp, company: Pick<TestCompany, "id" | "key">) {
  const { key } = company;
  const read = <Body>(target: string) => http.read<Body>(target, key);
  const all = async <Item>(target: string) => (await read<Page<Item>>(target)).data;
  const send = (method: string, target: string, body?: object): Promise<Answer<Transaction>> =>
    http.send(target, { key, method, ...(body === undefined ? {} : { body }) });
  const refusal = (method: string, target: string, body?: object) =>
    http.refusal(target, { key, method, ...(body === undefined ? {} : { body }) });
  return {
    list: (query = "") => read<Page<Transaction>>(`/transactions?${query}`),
    ids: async (query = "") =>
      (await all<Transaction>(`/transactions?limit=500&${query}`)).map(({ id }) => id),
    get: (id: string) => read<Transaction>(`/transactions/${id}`),
    edit: (id: string, body: object) => send("PATCH", `/transactions/${id}`, body),
    refusedEdit: (id: string, body: object) => refusal("PATCH", `/transactions/${id}`, body),
    split: (id: string, ...lines: readonly Line[]) => send("POST", `/transactions/${id}/split`, { lines }),
    changeSplit: (id: string, ...lines: readonly Line[]) =>
      send("PATCH", `/transactions/${id}/split`, { lines }),
    removeSplit: (id: string) => send("DELETE", `/transactions/${id}/split`),
    refused: refusal,
    splits: (id?: string) =>
      all<Split>(`/transactions/splits?limit=500${id === undefined ? "" : `&transaction_id=${id}`}`),
    spreads: (id?: string) =>
      all<{ id: string; transaction_id: string; category_id: string; amount_cents: number }>(
        `/spreads?limit=500${id === undefined ? "" : `&transaction_id=${id}`}`,
      ),
    transfer: (from: string, to: string) =>
      http.send<{ id: string; date: string; amount_cents: number }>("/transfers", {
        key,
        method: "POST",
        body: { from_transaction_id: from, to_transaction_id: to },
      }),
    undo: (id: string) => http.send(`/transfers/${id}`, { key, method: "DELETE" }),
    /** Returns the journal entries of a transaction, the oldest first. */
    entries: async (id: string) =>
      (await all<Entry>(`/journal_entries?limit=500&transaction_id=${id}`)).toReversed(),
    /** Returns the balance of each account by id. */
    balances: async () =>
      new Map(
        (await all<{ id: string; balance_cents: number }>("/accounts?limit=500")).map(
          ({ id, balance_cents }) => [id, balance_cents],
        ),
      ),
    total: async (category: string, dates: string) =>
      (await read<{ total_cents: number }>(`/aggregations/total?category_id=${category}&${dates}`))
        .total_cents,
  };
}

/**
 * Fails unless the books are consistent: verification finds no fault, each account's balance is the sum of
 * its transactions, and the journal depends only on the present feed, not on its history. For the last check,
 * the same feed is imported into a new company and the journals are compared.
 */
export async function expectSound(http: TestApp, company: Pick<TestCompany, "id" | "key">): Promise<void> {
  const verification = await http.app.ledger.verify(company.id);
  expect(verification.checks.filter(({ ok }) => !ok)).toEqual([]);
  const feed = feedOf(http, company);
  const sums = new Map<string, number>();
  for (const { account_id, amount_cents, status } of (await feed.list("limit=500")).data)
    if (status !== "excluded") sums.set(account_id, (sums.get(account_id) ?? 0) + amount_cents);
  for (const [id, balance] of await feed.balances()) expect([id, balance]).toEqual([id, sums.get(id) ?? 0]);
  const bundle = JSON.parse(await exported(http.app, company.id)) as Bundle;
  const again = `comp_${unique()}` as PublicId<"company">;
  await http.put({
    ...bundle,
    company: { ...bundle.company, id: again },
    users: [],
    members: [],
    invitations: [],
  });
  expect(await journalOf(http, company.id)).toEqual(await journalOf(http, again));
}

async function journalOf({ app }: TestApp, company: PublicId<"company">): Promise<readonly unknown[]> {
  const { journal_entries } = await stateOf(app, company);
  const entries = (journal_entries as Record<string, unknown>[]).map(
    ({ company_id: _company, updated: _updated, event_id: _event, ...entry }) => JSON.stringify(entry),
  );
  return entries.toSorted();
}
