/**
 * A feed in memory that answers as the service does: stamps, watermarks, pages, tombstones and digests, the
 * latter by Node's own SHA-256. It can be made to lie. Writes may happen before and after any page.
 */
import { createHash } from "node:crypto";
import type { MirrorClient, Row } from "@daybook/client/mirror";

/** A record of the feed. */
export type FeedRow = Row & { readonly id: string; readonly updated: number; readonly deleted: boolean };

const MEMBERS =
  `id created updated date accounting_date amount_cents description merchant_name memo account_id
  card_id category_id department_id transaction_type status source_vendor source_type transfer_id spread_id
  invoice_id`.split(/\s+/);

const MODULUS = 2n ** 256n;

function canonical(row: Row): string {
  return `[${MEMBERS.map((name) => JSON.stringify(row[name] ?? null)).join(", ")}]`;
}

const hashes = new Map<string, bigint>();

function hashOf(row: Row): bigint {
  const text = canonical(row);
  const known = hashes.get(text) ?? BigInt(`0x${createHash("sha256").update(text).digest("hex")}`);
  if (hashes.size > 100_000) hashes.clear();
  hashes.set(text, known);
  return known;
}

/** How a service lies about one answer. */
export type Lie = (rows: readonly FeedRow[]) => readonly FeedRow[];

export class FeedService {
  readonly rows = new Map<string, FeedRow>();
  now = 1_000;
  companyId = "comp_1";
  /** Rows of a page. */
  limit = 3;
  /** Called before each answer and after it; may write, or throw to break the connection. */
  between: (when: "after" | "before") => void = () => {};
  /** Changes the rows of the next pages. */
  lie: Lie | null = null;
  /** The rows at the time of the last page that came with a digest. */
  delivered: ReadonlyMap<string, FeedRow> | null = null;
  requests = 0;
  #stamped = 0;
  #issued = 0;
  #changes = 0;

  /** Writes a row, or deletes it. */
  write(id: string, values: Partial<Record<string, string | number | boolean | null>>): void {
    this.#stamped = Math.max(this.now, this.#stamped, this.#issued);
    this.#changes += 1;
    const updated = this.#stamped;
    this.rows.set(id, { ...(this.rows.get(id) ?? newRow(id, this.now)), ...values, updated });
  }

  live(): ReadonlyMap<string, FeedRow> {
    return new Map([...this.rows].filter(([, { deleted }]) => !deleted));
  }

  /** The client of a mirror, without HTTP. */
  client(): MirrorClient {
    const whole = { status: 200, headers: new Headers(), body: { data: [] } };
    return {
      getCompany: async () => ({ id: this.companyId }),
      raw: {
        listTransactions: async (query: { updated_after: number; starting_after?: string }) =>
          this.page(query.updated_after, query.starting_after),
        listCategories: async () => whole,
        listDepartments: async () => whole,
        listAccounts: async () => whole,
        listJournalEntries: async () => whole,
      },
    } as unknown as MirrorClient;
  }

  /** Answers one page of a run. */
  page(since: number, after: string | undefined) {
    this.requests += 1;
    this.between("before");
    if (after === undefined) this.#issued = Math.max(this.#issued, this.#stamped, this.now);
    const place =
      after === undefined
        ? { watermark: this.#issued, changes: this.#changes, updated: -1, id: "" }
        : (JSON.parse(after) as { watermark: number; changes: number; updated: number; id: string });
    const { watermark, changes } = place;
    const found = [...this.rows.values()]
      .filter(
        ({ id, updated }) =>
          updated >= since && (updated > place.updated || (updated === place.updated && id > place.id)),
      )
      .toSorted((a, b) => a.updated - b.updated || (a.id < b.id ? -1 : 1));
    const rows = found.slice(0, this.limit);
    const last = rows.at(-1);
    const more = found.length > rows.length && last !== undefined;
    const isExact = after === undefined || place.updated < watermark || changes === this.#changes;
    const headers = new Headers();
    if (!more && isExact) {
      const live = this.live();
      this.delivered = live;
      let sum = 0n;
      for (const row of live.values()) sum += hashOf(row);
      const text = (sum % MODULUS).toString(16).padStart(64, "0");
      headers.set("feed-digest", `v=1, watermark=${watermark}, rows=${live.size}, sum="${text}"`);
    }
    const body = {
      object: "list",
      has_more: more,
      next_cursor: more ? JSON.stringify({ watermark, changes, updated: last.updated, id: last.id }) : null,
      data: this.lie === null ? rows : this.lie(rows),
      watermark,
    };
    this.between("after");
    return { status: 200, headers, body };
  }
}

function newRow(id: string, now: number): FeedRow {
  return {
    id,
    created: now,
    updated: now,
    deleted: false,
    date: "2026-05-01",
    accounting_date: "2026-05-01",
    amount_cents: -100,
    currency: "USD",
    description: `Line ${id}`,
    merchant_name: null,
    memo: null,
    account_id: "acct_1",
    account_name: "Operating",
    card_id: null,
    category_id: "cat_1",
    category_name: "Software",
    categorized: true,
    department_id: null,
    department_name: null,
    transaction_type: "standard",
    has_splits: false,
    status: "approved",
    pending: false,
    source_vendor: "plaid",
    source_type: "bank",
    transfer_id: null,
    spread_id: null,
    invoice_id: null,
  };
}
