/**
 * Whatever months of lines a bank sends, changes and takes back, and whatever is marked, finished and
 * reopened: opening balance, cleared lines and the difference come to the balance of the statement, as a
 * model adds them up; finished months stay byte for byte as they were; and the books verify.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { unique } from "../support/bundle.ts";
import { cents } from "@daybook/words/cents";
import { Refusal } from "../../src/core/errors.ts";
import type { FeedLine } from "../../src/modules/feed/transactions/index.ts";
import { day } from "../support/settlements.ts";

const http = await testApp();
const { app } = http;
const at = { now: app.clock.now(), today: day("2026-12-31") };

const place = fc.nat(30);
const amount = fc.integer({ min: -900_00, max: 900_00 });
const month = fc.integer({ min: 1, max: 6 });
const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant("add" as const),
      amount,
      month,
      dayOfMonth: fc.integer({ min: 1, max: 28 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("change" as const), line: place, amount }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("remove" as const), line: place }) },
  // With the right balance or a wrong one.
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant("start" as const), month, off: fc.constantFrom(0, 0, 1) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant("mark" as const), line: place, cleared: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("all" as const) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("finish" as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("reopen" as const), at: place }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("drop" as const) }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** The lines as the model has them. */
interface Line {
  readonly sent: FeedLine;
  amount: number;
  isGone: boolean;
  /** The reconciliation that it is cleared in. */
  on: string | null;
}

async function world() {
  const company = await http.company({ journal: [] });
  const { body } = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Operating", type: "checking", category_id: "cat_checking" },
  });
  const { reconciliations: rec, transactions } = app;
  const lines = new Map<string, Line>();
  /** Finished ones by id, as they were answered. */
  const finished = new Map<string, string>();
  let open: string | null = null;
  const pick = (index: number): [string, Line] | undefined => [...lines][index % Math.max(1, lines.size)];
  const isFixed = ({ on }: Line): boolean => on !== null && finished.has(on);

  const steps: { readonly [What in Step["what"]]: (step: Extract<Step, { what: What }>) => Promise<void> } = {
    async add({ amount: value, month: of, dayOfMonth }) {
      const date = `2026-${String(of).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
      const sent: FeedLine = {
        account_id: body.id,
        external_id: unique(),
        card_id: null,
        date: day(date),
        amount_cents: cents(value),
        description: "Line",
        merchant_name: null,
        status: "approved",
        source_vendor: "plaid",
        source_type: "bank",
      };
      const [outcome] = await transactions.addLines(company.id, [sent], at.now);
      if (outcome?.became !== "created") throw new Error("not added");
      lines.set(outcome.id, { sent, amount: value, isGone: false, on: null });
    },
    async change({ line, amount: value }) {
      const [, row] = pick(line) ?? [];
      if (row === undefined || row.isGone) return;
      const change = { ...row.sent, amount_cents: cents(value) };
      const [outcome] = await transactions.changeLines(company.id, [change], at.now);
      if (isFixed(row) && value !== row.amount) expect(outcome?.became).toBe("refused");
      else {
        expect(outcome?.became).not.toBe("refused");
        row.amount = value;
      }
    },
    async remove({ line }) {
      const [id, row] = pick(line) ?? [];
      if (id === undefined || row === undefined || row.isGone) return;
      const removed = await transactions.removeLines(company.id, [id], at.now);
      expect(removed).toEqual(isFixed(row) ? [] : [id]);
      row.isGone = !isFixed(row);
    },
    async start({ month: of, off }) {
      const date = day(`2026-${String(of).padStart(2, "0")}-28`);
      const [latest] = await rec.list(company.id, body.id);
      const sum = [...lines.values()]
        .filter(({ sent, isGone, on }) => !isGone && sent.date <= date && (on === null || !finished.has(on)))
        .reduce((total, row) => total + row.amount, latest?.statement_cents ?? 0);
      const wanted = { account: body.id, date, statement_cents: cents(sum + off), opening_cents: null };
      open = (await rec.start(company.id, wanted, at)).id;
    },
    async mark({ line, cleared }) {
      const [id, row] = pick(line) ?? [];
      if (open === null || id === undefined || row === undefined) return;
      await rec.clear(company.id, open, { lines: [id], cleared }, at.now);
      if (cleared) row.on = open;
      else if (row.on === open) row.on = null;
    },
    async all() {
      if (open === null) return;
      const { statement_date } = await rec.clear(company.id, open, { lines: null, cleared: true }, at.now);
      for (const row of lines.values())
        if (row.on === null && !row.isGone && row.sent.date <= statement_date) row.on = open;
    },
    async finish() {
      if (open === null) return;
      const id = open;
      await rec.finish(company.id, id, at.now);
      finished.set(id, JSON.stringify(await rec.get(company.id, id)));
      for (const row of lines.values()) if (row.on === id && row.isGone) row.on = null;
      open = null;
    },
    async reopen({ at: index }) {
      const id = [...finished.keys()][index % Math.max(1, finished.size)];
      if (id === undefined) return;
      await rec.reopen(company.id, id, "Again", at.now);
      finished.delete(id);
      open = id;
    },
    async drop() {
      if (open === null) return;
      await rec.drop(company.id, open, at.now);
      for (const row of lines.values()) if (row.on === open) row.on = null;
      open = null;
    },
  };
  return {
    async take(step: Step): Promise<void> {
      try {
        await (steps[step.what] as (step: Step) => Promise<void>)(step);
      } catch (error) {
        // What is not allowed now is refused, and changes nothing.
        if (!(error instanceof Refusal)) throw error;
      }
    },
    async check(): Promise<void> {
      for (const row of await rec.list(company.id, body.id)) {
        const opened = await rec.get(company.id, row.id);
        const { opening_cents, cleared_cents, difference_cents, statement_cents, state } = opened;
        const cleared = [...lines.values()]
          .filter(({ on, isGone }) => on === row.id && !isGone)
          .reduce((total, each) => total + each.amount, 0);
        expect(cleared_cents).toBe(opening_cents + cleared);
        expect(cleared_cents + difference_cents).toBe(statement_cents);
        if (state !== "finished") continue;
        expect(difference_cents).toBe(0);
        const before = JSON.parse(finished.get(row.id) ?? "{}") as object;
        // Later lines of its days may come; what is on it stays.
        expect({ ...opened, open_count: 0, open_sum: 0 }).toEqual({ ...before, open_count: 0, open_sum: 0 });
      }
    },
    isSound: async () => expect((await app.ledger.verify(company.id)).ok).toBe(true),
  };
}

test("cleared lines and the difference come to the balance of the statement, and finished months stay (RECON-008)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40 }), async (all) => {
      const model = await world();
      for (const step of all) {
        await model.take(step);
        await model.check();
      }
      await model.isSound();
    }),
    { numRuns: 12 },
  );
});
