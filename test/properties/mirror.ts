/**
 * A mirror of a company's transactions, as a stranger would keep one: it asks for what changed since its
 * stored watermark, page by page, puts what it gets over what it has, and stores the new watermark when a run
 * is whole. Invariant: a run that is broken off leaves the watermark where it was. After a run whose last
 * page comes with a digest, the digest is that of the mirror's rows.
 */
import { expect } from "vitest";
import { feedDigest } from "../support/feed-digest.ts";
import type { Http } from "../support/http.ts";
import type { Page } from "./keep.ts";

export interface Row {
  readonly id: string;
  readonly updated: number;
  readonly deleted: boolean;
  readonly amount_cents: number;
  readonly transaction_type: string;
  readonly status: string;
  readonly account_id: string;
  readonly category_id: string | null;
  readonly transfer_id: string | null;
}

interface RunPage extends Page<Row> {
  readonly watermark: number;
}

/** How a run goes. */
export interface Course {
  readonly limit: number;
  /**
   * Asked before each page, whose number begins with 0: the server that answers it, or null to break the run
   * off.
   */
  readonly host: (page: number) => Http | null | Promise<Http | null>;
}

export interface Mirror {
  /** Runs once. Gives whether the run was whole. */
  run(course: Course): Promise<boolean>;
  /** The rows that are not deleted, by id. */
  rows(): ReadonlyMap<string, Row>;
  /** How many runs were whole. */
  runs(): number;
  /** How many of them ended with a digest. */
  proofs(): number;
}

/** Pages of a run, at the most. */
const MOST_PAGES = 5_000;

/** A mirror that has nothing yet. */
export function newMirror(key: string): Mirror {
  const kept = new Map<string, Row>();
  let stored = 0;
  let runs = 0;
  let proofs = 0;
  function take(rows: readonly Row[]): void {
    for (const row of rows) {
      // What is asked for begins at the watermark.
      expect(row.updated).toBeGreaterThanOrEqual(stored);
      if (row.deleted) kept.delete(row.id);
      else kept.set(row.id, row);
    }
  }
  return {
    rows: () => kept,
    runs: () => runs,
    proofs: () => proofs,
    async run({ limit, host }) {
      let watermark: number | null = null;
      let after: string | null = null;
      for (let pages = 0; pages < MOST_PAGES; pages += 1) {
        const asked = await host(pages);
        if (asked === null) return false;
        const place: string = after === null ? "" : `&starting_after=${encodeURIComponent(after)}`;
        const answer = await asked.send<RunPage>(
          `/transactions?updated_after=${stored}&limit=${limit}${place}`,
          { key },
        );
        expect(answer.status, answer.text).toBe(200);
        const page = answer.body;
        const digest = answer.headers.get("feed-digest");
        // The same on every page of the run .
        expect(page.watermark).toBe(watermark ?? page.watermark);
        watermark = page.watermark;
        take(page.data);
        after = page.next_cursor;
        if (after !== null) {
          expect(digest).toBeNull();
          continue;
        }
        if (digest !== null) {
          expect(digest).toBe(feedDigest(watermark, kept.values()));
          proofs += 1;
        }
        stored = watermark;
        runs += 1;
        return true;
      }
      throw new Error("the run does not end");
    },
  };
}

/** The list by date, whole, by id. */
export async function listed(http: Http, key: string): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Row>();
  for (let after = ""; ;) {
    const page: Page<Row> = await http.read<Page<Row>>(
      `/transactions?limit=500${after && `&starting_after=${after}`}`,
      key,
    );
    for (const row of page.data) rows.set(row.id, row);
    if (page.next_cursor === null) return rows;
    after = page.next_cursor;
  }
}

/** Compares a mirror with the list, field by field. */
export function expectSame(mirror: Mirror, rows: ReadonlyMap<string, Row>): void {
  const inOrder = (map: ReadonlyMap<string, Row>) =>
    [...map.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(inOrder(mirror.rows())).toEqual(inOrder(rows));
}
