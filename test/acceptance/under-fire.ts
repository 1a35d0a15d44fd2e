/**
 * Writers that go on while parts of a service are killed, and the reckoning afterwards: what was acknowledged
 * is there, and what was sent again took effect once.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ApiError, type Client, ConnectionError } from "@daybook/client";
import { memoryStore, mirror } from "@daybook/client/mirror";
import { expect } from "vitest";
import { type Bundle, companyBundle } from "../support/bundle.ts";
import { ACCOUNTS, FEED_CHART, transaction } from "../support/feed.ts";
import type { Api } from "./api.ts";

/** The company that the writers write to. */
export function companyUnderFire(): Bundle {
  return companyBundle({
    categories: FEED_CHART,
    accounts: ACCOUNTS,
    features: ["invoicing"],
    // Its requests in a month have no limit.
    company: { plan: "enterprise" },
    transactions: [transaction("edited", -100_00)],
  });
}

/** Counts the stored files of exports. */
export async function exportFiles(objects: string): Promise<number> {
  const entries = await readdir(join(objects, "files"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** What a writer sends; `name` is new for each effect. */
type Send = (client: Client, name: string, key: { readonly idempotencyKey: string }) => Promise<unknown>;

const EXPORT = {
  report_type: "balance_sheet",
  start_date: "2025-01-01",
  end_date: "2025-12-31",
  format: "csv",
} as const;

/** The kinds of writes. All but the first are sent again with the same key until they are acknowledged. */
const WRITES = {
  accountOnce: (client, name) =>
    client.createAccount({ name, type: "other" }, { idempotencyKey: `once ${name}` }),
  account: (client, name, key) => client.createAccount({ name, type: "other" }, key),
  invoice: (client, name, key) =>
    client.createInvoice(
      {
        customer_name: name,
        line_items: [
          { description: "Work", quantity: 1, unit_amount_cents: 40_00, category_id: "cat_services" },
        ],
      },
      key,
    ),
  upload: (client, name, key) =>
    client.createTransactionUpload(
      {
        account_id: "acct_checking",
        rows: [{ date: "2025-06-01", amount_cents: -1250, description: name }],
      },
      key,
    ),
  edit: (client, name) => client.editTransaction("txn_edited", { memo: name }),
  // Revoked at once, because the pending ones of a company have a limit.
  invitation: async (client, name) => {
    const { invitation } = await client.createInvitation({
      first_name: "Grace",
      last_name: "Ledger",
      email: `${name}@example.com`,
      access_template: "admin",
    });
    await client.revokeInvitation(invitation.id ?? "");
    return invitation.id;
  },
  export: (client, _name, key) => client.exportReport(EXPORT, { ...key, longestPollMs: 200 }),
} satisfies Readonly<Record<string, Send>>;

type Kind = keyof typeof WRITES;
const KINDS = Object.keys(WRITES) as Kind[];

export interface UnderFire {
  /** Resolves when each writer has been acknowledged `times` times more. */
  acknowledged(times: number): Promise<void>;
  /** Resolves when writers of any kind have been acknowledged `times` times more. */
  progress(times: number): Promise<void>;
  /** Ends the writers, and compares what they were told with what the books hold. */
  reckon(): Promise<Reckoning>;
}

export interface Reckoning {
  /** How many writes were acknowledged, by kind. */
  readonly acknowledged: Readonly<Record<Kind, number>>;
  /** How many answers were refusals or missing, by status and code. */
  readonly refused: Readonly<Record<string, number>>;
}

/**
 * Starts one writer of each kind, and a mirror that follows them. `api` gives the service as it is at the
 * moment; the names of all records begin with `round`.
 */
export function writeUnderFire(api: () => Api, round: string): UnderFire {
  const done = Object.fromEntries(KINDS.map((kind) => [kind, [] as string[]])) as Record<Kind, string[]>;
  const refused: Record<string, number> = {};
  const exportIds = new Set<string>();
  const revoked = new Set<unknown>();
  const store = memoryStore();
  let isOver = false;
  let noticeProgress: (() => void)[] = [];

  async function write(kind: Kind): Promise<void> {
    for (let count = 1; !isOver; count += 1) {
      const name = `${round}-${kind}-${count}`;
      for (;;) {
        try {
          const answer = await (WRITES[kind] as Send)(api().client, name, { idempotencyKey: name });
          if (kind === "export") exportIds.add((answer as { export: { id: string } }).export.id);
          if (kind === "invitation") revoked.add(answer);
          done[kind].push(name);
          for (const notice of noticeProgress.splice(0)) notice();
          break;
        } catch (error) {
          const reason = reasonOf(error);
          refused[reason] = (refused[reason] ?? 0) + 1;
          await pause();
          if (kind === "accountOnce") break;
        }
      }
    }
  }

  /** Returns why a service gave no answer to use. Throws any other error, which ends the fire. */
  function reasonOf(error: unknown): string {
    if (error instanceof ApiError && error.status === 503) return `503 ${error.code}`;
    if (error instanceof ConnectionError) return "no answer";
    throw error;
  }

  /** Goes on after each failure with what the store has. */
  async function follow(): Promise<void> {
    while (!isOver) {
      try {
        await mirror(api().client, store).sync();
      } catch (error) {
        reasonOf(error);
      }
      await pause();
    }
  }

  const writers = Promise.all([...KINDS.map(write), follow()]);
  writers.catch(() => {});
  // A writer that fails ends the wait.
  const nextAcknowledgement = () =>
    Promise.race([new Promise<void>((resolve) => noticeProgress.push(resolve)), writers]);
  return {
    async acknowledged(times) {
      const targets = KINDS.map((kind) => done[kind].length + times);
      while (KINDS.some((kind, index) => done[kind].length < (targets[index] ?? 0)))
        await nextAcknowledgement();
    },
    async progress(times) {
      for (let count = 0; count < times; count += 1) await nextAcknowledgement();
    },
    async reckon() {
      isOver = true;
      await writers;
      noticeProgress = [];
      const { client } = api();
      const ofRound = (names: readonly string[], kind: Kind) =>
        names.filter((name) => name.startsWith(`${round}-${kind}-`)).toSorted();
      const accounts = (await client.listAccounts().all()).map(({ name }) => name);
      // Without a key, what was not acknowledged may have been made all the same.
      const once = ofRound(accounts, "accountOnce");
      expect(done.accountOnce.filter((name) => !once.includes(name))).toEqual([]);
      expect(new Set(accounts).size).toBe(accounts.length);
      expect(ofRound(accounts, "account")).toEqual(done.account.toSorted());
      const invoices = (await client.listInvoices().all()).map(({ customer_name }) => customer_name);
      expect(ofRound(invoices, "invoice")).toEqual(done.invoice.toSorted());
      // One without an answer was made again, because the operation has no keys.
      const { invitations } = await client.getTeam();
      expect(invitations.filter(({ id }) => revoked.has(id))).toEqual([]);
      expect(revoked.size).toBe(done.invitation.length);
      const transactions = await client.listTransactions().all();
      const lines = transactions.map(({ description }) => description);
      expect(ofRound(lines, "upload")).toEqual(done.upload.toSorted());
      // Another round may have edited it since.
      const memo = transactions.find(({ id }) => id === "txn_edited")?.memo ?? "";
      if (memo.startsWith(`${round}-`)) expect(memo).toBe(done.edit.at(-1));
      expect(exportIds.size).toBe(done.export.length);
      const copy = await mirror(client, store).verify();
      expect(copy.proved).toBe(true);
      // Another round may go on writing meanwhile.
      const later = (await client.listTransactions().all()).length;
      expect(copy.rows).toBeGreaterThanOrEqual(transactions.length);
      expect(copy.rows).toBeLessThanOrEqual(later);
      const count = KINDS.map((kind) => [kind, done[kind].length]);
      return { acknowledged: Object.fromEntries(count) as Record<Kind, number>, refused };
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
