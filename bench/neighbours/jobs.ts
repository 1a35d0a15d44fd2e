/**
 * Background jobs: one company applies 24 rules to its whole past while another one edits a single
 * transaction by a job.
 */
import { API } from "../beside-bare.ts";
import { median } from "../figures.ts";
import type { Case, Company } from "./case.ts";

const RULES = 24;
/** Uncategorized lines of the careless company, which each rule goes through. */
const LINES = 40_000;
const LINES_AT_ONCE = 1_000;
/** Edits that are timed, alone and beside; the median counts. */
const EDITS = 5;
const LOOK_MS = 20;
/** Bound on the wait for an edit, so that the run ends where a company is starved. */
const LONGEST_MS = 120_000;
/**
 * A job of one transaction waits for a batch of the other company's job, and for the worker to look for jobs.
 * The target is a ratio to the same job alone.
 */
const SLOWER_MOST = 3;

export const jobs: Case = {
  what: `${RULES} rules applied to ${LINES} transactions`,
  async begin({ bench, engine, origin, careless, other }) {
    const ask = asker(origin);
    const [edited] = await bring(ask, other, 1);
    await bring(ask, careless, LINES);
    const alone = await edits(ask, other, edited ?? "");
    const made: string[] = [];
    for (let index = 0; index < RULES; index += 1) {
      const rule = {
        name: `Rule ${index}`,
        conditions: [{ field: "description", operator: "contains", value: `nothing ${index}` }],
        category_id: await anyCategory(ask, careless),
      };
      made.push((await ask<{ id: string }>(careless, "POST", "/rules", rule)).id);
    }
    const beside = await edits(ask, other, edited ?? "");
    bench.found({
      what: `a job of one transaction beside ${RULES} rules applied to ${LINES} transactions, ${engine}`,
      measured: { value: beside, unit: "ms" },
      beside: { what: "alone", figure: { value: alone, unit: "ms" } },
      target: { of: "ratio", bound: "at most", value: SLOWER_MOST },
    });
    return async () => {
      const { job_id } = await ask<{ job_id: string }>(careless, "GET", `/rules/${made.at(-1)}`);
      const { completed_at } = await ask<Job>(careless, "GET", `/jobs/${job_id}`);
      if (completed_at !== null)
        bench.skipped(
          `reads beside rules to their end, ${engine}: the rules were applied before the last read`,
        );
      // Deleting a rule ends its job.
      for (const id of made) await ask(careless, "DELETE", `/rules/${id}`);
    };
  },
};

interface Job {
  readonly completed_at: number | null;
}

type Ask = <Body>({ keys }: Company, method: string, path: string, body?: object) => Promise<Body>;

function asker(origin: string): Ask {
  let turn = 0;
  return async ({ keys }, method, path, body) => {
    turn += 1;
    const headers = {
      authorization: `Bearer ${keys[turn % keys.length]}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const answer = await fetch(`${origin}${API}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text === "" ? null : JSON.parse(text)) as never;
  };
}

/** Brings lines into a new account; returns the ids of the first of them. */
async function bring(ask: Ask, company: Company, count: number): Promise<string[]> {
  const { id: account_id } = await ask<{ id: string }>(company, "POST", "/accounts", {
    name: "Careless",
    type: "checking",
  });
  for (let from = 0; from < count; from += LINES_AT_ONCE) {
    const rows = Array.from({ length: Math.min(LINES_AT_ONCE, count - from) }, (_, index) => ({
      date: "2026-01-05",
      amount_cents: -1_00 - index,
      description: `Line ${from + index}`,
    }));
    await ask(company, "POST", "/transaction_uploads", { account_id, rows });
  }
  return (
    await ask<{ data: { id: string }[] }>(company, "GET", `/transactions?account_id=${account_id}&limit=1`)
  ).data.map(({ id }) => id);
}

async function anyCategory(ask: Ask, company: Company): Promise<string> {
  const { data } = await ask<{ data: { id: string; parent_id: string | null; account_type: string }[] }>(
    company,
    "GET",
    "/categories",
  );
  const leaf = data.find(
    ({ id, account_type }) => account_type === "expense" && !data.some(({ parent_id }) => parent_id === id),
  );
  return leaf?.id ?? "";
}

/** Milliseconds until a job that edits one transaction is done: the median of some. */
async function edits(ask: Ask, company: Company, id: string): Promise<number> {
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const began = performance.now();
    const job = await ask<{ id: string }>(company, "POST", "/transactions/bulk/update", {
      transaction_ids: [id],
      memo: `Edit ${began}`,
    });
    while (performance.now() - began < LONGEST_MS) {
      if ((await ask<Job>(company, "GET", `/jobs/${job.id}`)).completed_at !== null) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    times.push(performance.now() - began);
  }
  return median(times);
}
