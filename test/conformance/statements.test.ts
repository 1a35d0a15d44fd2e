/**
 * The number of SQL statements of each operation that writes. A large input needs no more statements and
 * round trips than a small one, except for the number in the list. The list has the number of statements of
 * each operation; up to two less are accepted, because a process or a database sometimes saves them. The
 * numbers may only shrink, and a lower number must be entered.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { LIMITS } from "@daybook/words/limits";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget } from "./requests.ts";

const http = await everyDoor();
const company = await http.company(ORDINARY);
const writers = http.bound.map(({ operation }) => operation).filter(({ hints }) => !hints.readOnly);

// A first request, so that statements which a process sends only once, such as for a new key, are not
// counted.
await http.send("/company", { key: company.key });

/** The list: operation, statements of its good request, and further statements of a large request. */
const LIST = join(import.meta.dirname, "statements.tsv");
const allowed = new Map(
  readFileSync(LIST, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .map(([id = "", small, more]) => [id, { small: Number(small), more: Number(more) }]),
);

const MANY = 500;
const repeated = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: MANY }, (_, index) => make(index));

/** Large bodies for the operations that take a list. */
const LARGE: Readonly<Record<string, () => object>> = {
  splitTransaction: () => ({
    lines: repeated(() => ({ category_id: "cat_flights", department_id: "dept_sales", amount_cents: -60 })),
  }),
  changeSplit: () => ({
    lines: repeated(() => ({ category_id: "cat_flights", department_id: "dept_sales", amount_cents: -10 })),
  }),
  createBill: () => ({
    vendor_name: "Quay Hosting",
    line_items: repeated(() => ({
      description: "Servers",
      quantity: 1,
      unit_amount_cents: 100,
      category_id: "cat_software",
    })),
  }),
  createInvoice: () => ({
    customer_name: "Quay Foods",
    line_items: repeated(() => ({
      description: "Work",
      quantity: 1,
      unit_amount_cents: 100,
      category_id: "cat_services",
    })),
  }),
  createManualEntry: () => ({
    date: "2025-03-31",
    memo: "Large",
    lines: [
      ...repeated(() => ({ category: "cat_hosting", debit_cents: 100 })).slice(1),
      { category: "cat_checking", credit_cents: 100 * (MANY - 1) },
    ],
  }),
  editSheet: () => ({
    base_revision: 1,
    edits: repeated((index) => ({ kind: "rename", name: `Edited ${index}` })).slice(
      0,
      LIMITS.sheet_batch_edits.value,
    ),
  }),
  createTransactionUpload: () => ({
    account_id: "acct_checking",
    rows: repeated((index) => ({ date: "2025-06-02", amount_cents: -100 - index, description: "Tea" })),
  }),
};

/**
 * Counts the statements and round trips of a request, including those for the key and the request counters.
 */
async function countOf(target: string, options: object) {
  const bind = vi.spyOn(pg.Connection.prototype, "bind");
  const sync = vi.spyOn(pg.Connection.prototype, "sync");
  const query = vi.spyOn(pg.Connection.prototype, "query");
  try {
    const { status } = await http.send(target, { key: company.key, ...options });
    expect([200, 201, 202, 204]).toContain(status);
    // Settings of a transaction are commands without a name.
    const named = bind.mock.calls.filter(
      ([config]) => !(config && "statement" in config && config.statement === ""),
    );
    return {
      statements: named.length + query.mock.calls.length,
      roundTrips: sync.mock.calls.length + query.mock.calls.length,
    };
  } finally {
    for (const spy of [bind, sync, query]) spy.mockRestore();
  }
}

const send = (operation: (typeof writers)[number], body?: object) =>
  countOf(goodTarget(operation), { ...goodOptions(operation), ...(body === undefined ? {} : { body }) });

test.each(writers.map((operation) => [operation.id, operation] as const))(
  "%s sends no more statements than listed",
  async (id, operation) => {
    const small = await send(operation);
    const large = LARGE[id] === undefined ? small : await send(operation, LARGE[id]());
    const { small: most, more } = allowed.get(id) ?? { small: 0, more: 0 };
    expect(small.statements).toBeLessThanOrEqual(most);
    expect(small.statements, `${id} needs fewer statements: lower its number`).toBeGreaterThanOrEqual(
      most - 2,
    );
    expect(large.statements - small.statements).toBeLessThanOrEqual(more);
  },
);
