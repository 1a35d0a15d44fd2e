/**
 * The steps of a walk that write the feed: what the bank sends and takes back, and what people make of it.
 */
import { expect } from "vitest";
import { present } from "@daybook/words/assert";
import { type Cents, cents } from "@daybook/words/cents";
import { addDays, type CivilDate } from "@daybook/words/civil-date";
import type { FeedLine } from "../../src/modules/feed/transactions/index.ts";
import type { BundleTransaction } from "../support/feed-records.ts";
import { day } from "./dates.ts";
import type { Step, World } from "./walk.ts";

function dayBetween({ dice }: World, first: string, days: number): CivilDate {
  return addDays(day(first), dice.integer(0, days));
}

/** An amount as banks send it: nothing, a cent, and anything else. */
function amount({ dice }: World): Cents {
  return cents(dice.chance(0.1) ? dice.pick([0, 1, -1]) : dice.integer(-500_00, 300_00));
}

function newLine(world: World, more: Partial<FeedLine> = {}): FeedLine {
  const { dice, app } = world;
  const account = dice.pick(["acct_checking", "acct_checking", "acct_savings", "acct_credit"]);
  return {
    account_id: account,
    external_id: dice.chance(0.9) ? app.ids.next("transaction") : null,
    card_id: null,
    date: dayBetween(world, "2026-04-01", 60),
    amount_cents: amount(world),
    description: `Line ${dice.integer(0, 999)}`,
    merchant_name: dice.pick([null, "Drawing Board", "Quay Foods"]),
    status: dice.pick(["approved", "approved", "pending", "needs_review", "excluded"]),
    source_vendor: "plaid",
    source_type: "bank",
    ...more,
  };
}

function isEditable({ transaction_type = "standard", status, deleted }: BundleTransaction): boolean {
  return transaction_type === "standard" && status !== "excluded" && deleted !== true;
}

/** A category that may be chosen, and sometimes a department. */
function choice({ dice, pick, records: { categories, departments, accounts } }: World): {
  category_id: string;
  department_id: string | null;
} {
  const leaves = categories.filter(
    (row) =>
      row.cash_flow !== "cash" &&
      !categories.some(({ parent_id }) => parent_id === row.id) &&
      !accounts.some(({ category_id }) => category_id === row.id),
  );
  return {
    category_id: pick(leaves)?.id ?? "",
    department_id: dice.chance(0.5)
      ? null
      : (pick(departments.filter(({ assignable }) => assignable))?.id ?? null),
  };
}

/** Lines that sum to an amount, some of them spread. */
function linesOf(world: World, total: number): object[] {
  const { dice } = world;
  const parts: number[] = [];
  let left = total;
  while (parts.length < dice.integer(1, 3)) {
    const part = dice.integer(1, 9_999) * dice.pick([1, -1]);
    if (part === left) continue;
    parts.push(part);
    left -= part;
  }
  return [...parts, left].map((amount_cents) => {
    const start_date = dayBetween(world, "2026-01-01", 500);
    return {
      ...choice(world),
      amount_cents,
      memo: dice.pick([null, "A note"]),
      spread: dice.chance(0.3) ? { start_date, end_date: addDays(start_date, dice.integer(0, 400)) } : null,
    };
  });
}

/** Sends what a person does to a transaction, which is answered well exactly when it may be done. */
async function act(
  world: World,
  row: BundleTransaction,
  may: boolean,
  method: string,
  path: string,
  body?: object,
): Promise<BundleTransaction | null> {
  const answer = await world.send<BundleTransaction>(method, `/transactions/${row.id}${path}`, body);
  expect(answer.status, answer.text).toBe(may ? 200 : 404);
  return may ? answer.body : null;
}

const ingest: Step = {
  name: "ingest",
  weight: 3,
  async take(world) {
    const { app, company, dice } = world;
    const lines = Array.from({ length: dice.integer(1, 4) }, () => newLine(world));
    const [first] = lines;
    // The same line twice at once, and the second time it says something else.
    if (first?.external_id && dice.chance(0.4))
      lines.push({ ...first, amount_cents: amount(world), description: "again" });
    const outcomes = await app.transactions.addLines(company.id, lines, app.clock.now());
    expect(outcomes.filter(({ became }) => became === "refused")).toEqual([]);
    return true;
  },
};

const bringUpToDate: Step = {
  name: "bring up to date",
  weight: 3,
  async take(world) {
    const { app, company, dice, pick, records } = world;
    const row = pick(records.transactions.filter(({ external_id }) => typeof external_id === "string"));
    if (!row) return false;
    const {
      id,
      external_id = null,
      account_id = "",
      amount_cents = 0,
      date = "",
      transaction_type = "standard",
      spread = null,
      deleted = false,
    } = row;
    const next = (): FeedLine =>
      newLine(world, {
        external_id,
        account_id,
        date: day(date),
        merchant_name: null,
        ...(dice.chance(0.4) ? { amount_cents: cents(amount_cents) } : {}),
      });
    const lines = dice.chance(0.3) ? [next(), next()] : [next()];
    const outcomes = await app.transactions.addLines(company.id, lines, app.clock.now());
    const bound = transaction_type !== "standard" || spread !== null;
    let [{ status = "approved" }, current, isGone] = [row, amount_cents, deleted];
    for (const [index, outcome] of outcomes.entries()) {
      const line = present(lines[index], "an outcome of no line");
      // Only what is pending, or comes back, takes the status that the bank says.
      const said = status === "pending" || isGone ? line.status : status;
      expect(outcome.became === "refused").toBe(bound && said === "excluded");
      if (outcome.became === "refused") continue;
      expect(outcome.id).toBe(id);
      status = bound && line.amount_cents !== current && said !== "pending" ? "needs_review" : said;
      current = line.amount_cents;
      isGone = false;
    }
    expect((await world.send<BundleTransaction>("GET", `/transactions/${id}`)).body).toMatchObject({
      amount_cents: current,
      status,
    });
    return true;
  },
};

const remove: Step = {
  name: "remove",
  weight: 1,
  async take({ app, company, dice, pick, records }) {
    const rows = Array.from({ length: dice.integer(1, 2) }, () => pick(records.transactions)).filter(
      (row) => row !== undefined,
    );
    const gone = await app.transactions.removeLines(
      company.id,
      rows.map(({ id }) => id),
      app.clock.now(),
    );
    expect(gone.toSorted()).toEqual(
      [...new Set(rows.filter(({ deleted }) => deleted !== true).map(({ id }) => id))].toSorted(),
    );
    return true;
  },
};

const edit: Step = {
  name: "edit",
  weight: 4,
  async take(world) {
    const { dice, pick, records } = world;
    const row = pick(records.transactions);
    if (!row) return false;
    const { category_id, department_id } = choice(world);
    const accounting_date = dice.chance(0.3) ? null : dayBetween(world, "2024-12-20", 1_200);
    const all = {
      category_id,
      department_id,
      accounting_date,
      merchant_name: dice.pick([null, "Ünal", "Cloud Depot"]),
      memo: dice.pick([null, "Looked at"]),
    };
    const some = Object.fromEntries(Object.entries(all).filter(() => dice.chance(0.5)));
    const fields = Object.keys(some).length === 0 ? { memo: "Only this" } : some;
    const after = await act(world, row, isEditable(row), "PATCH", "", fields);
    if (after)
      expect(after).toMatchObject({
        ...fields,
        ...("accounting_date" in fields ? { accounting_date: accounting_date ?? row.date } : {}),
      });
    return true;
  },
};

const split: Step = {
  name: "split",
  weight: 2,
  async take(world) {
    const row = world.pick(world.records.transactions);
    if (!row) return false;
    const after = await act(world, row, isEditable(row), "POST", "/split", {
      lines: linesOf(world, row.amount_cents ?? 0),
    });
    if (after) expect(after).toMatchObject({ transaction_type: "category_split", category_id: null });
    return true;
  },
};

/** Mostly one that is split, so that it can be done. */
function pickSplit({ dice, pick, records }: World): BundleTransaction | undefined {
  return pick(
    dice.chance(0.1)
      ? records.transactions
      : records.transactions.filter(({ transaction_type }) => transaction_type === "category_split"),
  );
}

function isSplit({ transaction_type, status, deleted }: BundleTransaction): boolean {
  return transaction_type === "category_split" && status !== "excluded" && deleted !== true;
}

const changeSplit: Step = {
  name: "change a split",
  weight: 1,
  async take(world) {
    const row = pickSplit(world);
    if (!row) return false;
    await act(world, row, isSplit(row), "PATCH", "/split", { lines: linesOf(world, row.amount_cents ?? 0) });
    return true;
  },
};

const unsplit: Step = {
  name: "unsplit",
  weight: 1,
  async take(world) {
    const row = pickSplit(world);
    if (!row) return false;
    await act(world, row, isSplit(row), "DELETE", "/split");
    return true;
  },
};

const transfer: Step = {
  name: "transfer",
  weight: 2,
  async take(world) {
    const { app, company, dice, send } = world;
    const amount_cents = cents(dice.integer(1, 900_00));
    const sides = [
      newLine(world, { account_id: "acct_checking", amount_cents: cents(-amount_cents), status: "approved" }),
      newLine(world, {
        account_id: "acct_savings",
        amount_cents,
        status: dice.pick(["pending", "approved"]),
      }),
    ];
    const [out, into] = await app.transactions.addLines(company.id, sides, app.clock.now());
    if (out?.became !== "created" || into?.became !== "created") throw new Error("the sides did not come in");
    const answer = await send("POST", "/transfers", {
      from_transaction_id: out.id,
      to_transaction_id: into.id,
    });
    expect(answer.status, answer.text).toBe(201);
    return true;
  },
};

const undo: Step = {
  name: "undo a transfer",
  weight: 1,
  async take({ pick, records, send }) {
    const row = pick(records.transfers);
    if (!row) return false;
    const answer = await send("DELETE", `/transfers/${row.id}`);
    expect(answer.status, answer.text).toBe(204);
    return true;
  },
};

export const FEED_STEPS: readonly Step[] = [
  ingest,
  bringUpToDate,
  remove,
  edit,
  split,
  changeSplit,
  unsplit,
  transfer,
  undo,
];
