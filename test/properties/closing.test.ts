/**
 * Closed books stay: whatever is done to a company, in whatever order and whether it is accepted or refused,
 * the statements, totals and journal entries of the closed period are the same, byte for byte.
 */
import { expect, test } from "vitest";
import { addDays } from "@daybook/words/civil-date";
import { cents } from "@daybook/words/cents";
import { Refusal } from "../../src/core/errors.ts";
import { BundleProblem } from "../../src/contract/bundle.ts";
import type { FeedLine } from "../../src/modules/feed/transactions/index.ts";
import { LineProblem } from "../../src/platform/text/line-problem.ts";
import { Prng } from "../../src/sample/prng.ts";
import { NOON, testApp, type TestCompany } from "../support/app.ts";
import { type Bundle, cr, dr, voucher } from "../support/bundle.ts";
import { FEED, invoice, payment, transaction, TRANSACTIONS } from "../support/feed.ts";
import { bytesOf, exported } from "../support/import.ts";
import { day } from "./dates.ts";

const http = await testApp();
const { app } = http;
const THROUGH = day("2026-05-10");

/** A company with records on both sides of the closing date. */
const COMPANY = {
  ...FEED,
  invoices: [
    invoice("old", 100_00),
    invoice("older", 70_00),
    invoice("paid", 90_00),
    invoice("new", 50_00, { issue_date: "2026-05-12", due_date: "2026-06-01" }),
  ],
  transactions: [
    ...TRANSACTIONS.filter(({ status }) => status !== "pending"),
    payment("matched", 90_00, "inv_paid"),
    transaction("paying", 50_00, { category_id: "cat_services", date: "2026-05-12" }),
    ...["one", "two", "three"].map((name, index) =>
      transaction(`open_${name}`, -60_00 - index, { date: "2026-05-13", external_id: `open-${name}` }),
    ),
    transaction("open_split", -90_00, {
      date: "2026-05-13",
      category_id: null,
      transaction_type: "category_split",
      lines: [
        { category_id: "cat_flights", amount_cents: -60_00 },
        { category_id: "cat_hotels", amount_cents: -30_00 },
      ],
    }),
    transaction("known", -61_00, { external_id: "known-1" }),
  ],
} as const;

/** All that shows the closed period. Ranges of whole months give the same `refreshed_at` each time. */
const SHOWN = [
  "/reports/balance_sheet?date=2025-12-31",
  "/reports/balance_sheet?date=2026-04-30",
  "/reports/income_statement?start_date=2025-01-01&end_date=2025-12-31",
  "/reports/income_statement?start_date=2026-01-01&end_date=2026-04-30&group_by=department",
  "/reports/cash_flow?start_date=2025-01-01&end_date=2025-12-31",
  "/reports/cash_flow?start_date=2026-04-01&end_date=2026-04-30",
  "/aggregations/total?category_id=cat_software&start_date=2026-01-01&end_date=2026-04-30",
  `/journal_entries?limit=500&end_date=${THROUGH}`,
];
/** These end in the month of the closing date, so `refreshed_at` is the time of the request. */
const SHOWN_TO_THE_DAY = [
  `/reports/balance_sheet?date=${THROUGH}`,
  `/reports/income_statement?start_date=2026-05-01&end_date=${THROUGH}&group_by=department`,
  `/reports/cash_flow?start_date=2026-05-01&end_date=${THROUGH}`,
];

async function shown({ key }: TestCompany): Promise<string[]> {
  const texts: string[] = [];
  for (const target of [...SHOWN, ...SHOWN_TO_THE_DAY]) {
    const { status, text } = await http.send(target, { key });
    expect(status, text).toBe(200);
    texts.push(
      `${target} ${SHOWN_TO_THE_DAY.includes(target) ? text.replace(/"refreshed_at":\d+/, "") : text}`,
    );
  }
  return texts;
}

interface Walk {
  readonly company: TestCompany;
  readonly dice: Prng;
  readonly records: Bundle;
  readonly send: (method: string, target: string, body?: object) => Promise<boolean>;
}

/** A day on either side of the closing date. */
const anyDay = ({ dice }: Walk) => addDays(THROUGH, dice.integer(-40, 30));
const choice = (walk: Walk) => ({
  category_id: any(
    walk,
    walk.records.categories.filter(
      ({ id, cash_flow }) =>
        cash_flow !== "cash" && !walk.records.categories.some(({ parent_id }) => parent_id === id),
    ),
  ).id,
  department_id: walk.dice.pick([null, "dept_sales", "dept_platform"]),
});
const any = <T>({ dice }: Walk, values: readonly T[]): T =>
  values[dice.integer(0, values.length - 1)] ?? expect.unreachable("there is nothing to pick");
/** A transaction, half of the time an ordinary one on an open day. */
const anyTransaction = (walk: Walk) => {
  const { transactions } = walk.records;
  const open = transactions.filter(
    ({ accounting_date = "", transaction_type, status, deleted }) =>
      accounting_date > THROUGH && transaction_type === "standard" && status !== "excluded" && !deleted,
  );
  return any(walk, open.length > 0 && walk.dice.chance(0.5) ? open : transactions);
};
/** A split transaction, mostly one that is on an open day. */
const anySplit = (walk: Walk) => {
  const split = walk.records.transactions.filter((row) => row.transaction_type === "category_split");
  const open = split.filter(({ accounting_date = "" }) => accounting_date > THROUGH);
  return any(walk, open.length > 0 && walk.dice.chance(0.7) ? open : split);
};
const amount = ({ dice }: Walk) => cents(dice.pick([0, 1, -1, -25_00, 40_00, -1_000_00]));

function line(walk: Walk, more: Partial<FeedLine> = {}): FeedLine {
  const { dice } = walk;
  return {
    account_id: dice.pick(["acct_checking", "acct_savings", "acct_credit"]),
    external_id: app.ids.next("transaction"),
    card_id: null,
    date: anyDay(walk),
    amount_cents: amount(walk),
    description: `Line ${dice.integer(0, 99)}`,
    merchant_name: dice.pick([null, "Quay Foods"]),
    status: dice.pick(["approved", "pending", "needs_review", "excluded"]),
    source_vendor: "plaid",
    source_type: "bank",
    ...more,
  };
}

function splitLines(walk: Walk, total: number): object[] {
  const { dice } = walk;
  const part = dice.integer(1, 9_999);
  return [part, total - part].map((amount_cents) => {
    const start_date = anyDay(walk);
    const spread = { start_date, end_date: addDays(start_date, dice.integer(0, 200)) };
    return { ...choice(walk), amount_cents, spread: dice.chance(0.2) ? spread : null };
  });
}

/** Runs what may be refused. Returns false if it was; any other error fails the test. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Refusal || error instanceof BundleProblem || error instanceof LineProblem)
      return false;
    throw error;
  }
}

const put = ({ company }: Walk, sections: object) =>
  attempt(() =>
    http.put({
      format: "daybook.company-bundle",
      version: 1,
      company: { id: company.id },
      ...sections,
    } as unknown as Bundle),
  );

/** The lines of a voucher of another program. */
function csvLines(walk: Walk): string[] {
  const start = `${anyDay(walk)},Adjustment ${walk.dice.integer(0, 9_999)}`;
  return [`${start},Software,1.00,`, `${start},Prepaid Expenses,,1.00`];
}

/** Every operation that writes. Each returns whether it was accepted. */
const STEPS: Readonly<Record<string, (walk: Walk) => Promise<boolean>>> = {
  async bring(walk) {
    const outcomes = await app.transactions.addLines(
      walk.company.id,
      [line(walk), line(walk)],
      app.clock.now(),
    );
    return outcomes.some(({ became }) => became === "created");
  },
  async "bring again"(walk) {
    const known = walk.records.transactions.filter(({ external_id }) => typeof external_id === "string");
    const { external_id = null, account_id = "", date = "" } = any(walk, known);
    const [outcome] = await app.transactions.addLines(
      walk.company.id,
      [line(walk, { external_id, account_id, date: day(date) })],
      app.clock.now(),
    );
    return outcome?.became !== "refused";
  },
  async "remove a line"(walk) {
    const { id } = anyTransaction(walk);
    return (await app.transactions.removeLines(walk.company.id, [id], app.clock.now())).length > 0;
  },
  edit(walk) {
    const date = walk.dice.chance(0.5) ? { accounting_date: walk.dice.pick([null, anyDay(walk)]) } : {};
    const body = { ...choice(walk), merchant_name: walk.dice.pick([null, "Other"]), ...date };
    return walk.send("PATCH", `/transactions/${anyTransaction(walk).id}`, body);
  },
  split(walk) {
    const { id, amount_cents = 0 } = anyTransaction(walk);
    return walk.send("POST", `/transactions/${id}/split`, { lines: splitLines(walk, amount_cents) });
  },
  "change a split": (walk) => {
    const { id, amount_cents = 0 } = anySplit(walk);
    return walk.send("PATCH", `/transactions/${id}/split`, { lines: splitLines(walk, amount_cents) });
  },
  "remove a split": (walk) => walk.send("DELETE", `/transactions/${anySplit(walk).id}/split`),
  async transfer(walk) {
    const [out, into] = await app.transactions.addLines(
      walk.company.id,
      [
        line(walk, { account_id: "acct_checking", amount_cents: cents(-5_00), status: "approved" }),
        line(walk, { account_id: "acct_savings", amount_cents: cents(5_00), status: "approved" }),
      ],
      app.clock.now(),
    );
    if (out?.became !== "created" || into?.became !== "created") throw new Error("no sides");
    const body = { from_transaction_id: out.id, to_transaction_id: into.id };
    await walk.send("POST", "/transfers", {
      from_transaction_id: "txn_moving_out",
      to_transaction_id: "txn_moving_in",
    });
    return walk.send("POST", "/transfers", body);
  },
  "undo a transfer": async (walk) =>
    walk.records.transfers.length > 0 &&
    walk.send("DELETE", `/transfers/${any(walk, walk.records.transfers).id}`),
  async "edit many"(walk) {
    const transaction_ids = [...new Set([anyTransaction(walk).id, anyTransaction(walk).id])];
    const sent = await walk.send("POST", "/transactions/bulk/update", {
      transaction_ids,
      ...choice(walk),
      ...(walk.dice.chance(0.3) ? { accounting_date: anyDay(walk) } : {}),
    });
    await settle();
    return sent;
  },
  async "apply a rule"(walk) {
    const made = await walk.send("POST", "/rules", {
      name: `Rule ${app.ids.next("rule")}`,
      conditions: [
        { field: "description", operator: "contains", value: walk.dice.pick(["Line", "Payment"]) },
      ],
      ...choice(walk),
    });
    await settle();
    return made;
  },
  invoice: (walk) =>
    walk.send("POST", "/invoices", {
      customer_name: "Quay Foods",
      issue_date: anyDay(walk),
      due_date: "2026-08-01",
      line_items: [{ description: "Work", unit_amount_cents: 10_00, category_id: "cat_services" }],
    }),
  void: (walk) => walk.send("POST", `/invoices/${any(walk, walk.records.invoices).id}/void`),
  match: (walk) => {
    const [id, transaction_id] = walk.dice.chance(0.5)
      ? ["inv_new", "txn_paying"]
      : [any(walk, walk.records.invoices).id, anyTransaction(walk).id];
    return walk.send("POST", `/invoices/${id}/match`, { transaction_id });
  },
  unmatch: (walk) => walk.send("POST", `/invoices/${any(walk, walk.records.invoices).id}/unmatch`),
  settle: (walk) =>
    attempt(() =>
      app.invoices.settle(
        walk.company.id,
        {
          kind: walk.dice.pick(["credit_note", "write_off", "fee"]),
          invoice: any(walk, walk.records.invoices).id,
          date: anyDay(walk),
          note: "",
          lines: [
            { category: "cat_software", department: null, amount_cents: cents(1_00), description: null },
          ],
        },
        atClosing(),
        "operator",
      ),
    ),
  "take a settlement back": async (walk) => {
    const { settlements } = await app.invoices.show(walk.company.id, any(walk, walk.records.invoices).id);
    const [settlement] = settlements;
    return (
      settlement !== undefined &&
      attempt(() => app.invoices.takeBack(walk.company.id, settlement.id, atClosing(), "operator"))
    );
  },
  async receive(walk) {
    const [one, two] = [any(walk, walk.records.invoices).id, any(walk, walk.records.invoices).id];
    const paid = line(walk, { amount_cents: cents(150_00), status: "approved" });
    const [brought] = await app.transactions.addLines(walk.company.id, [paid], app.clock.now());
    const paying =
      brought?.became === "created" && walk.dice.chance(0.7) ? brought.id : anyTransaction(walk).id;
    const shares = [...new Set([one, two])].map((id) => ({ invoice: id, amount_cents: null }));
    const [first = { invoice: one, amount_cents: null }, ...others] = shares;
    return attempt(() =>
      app.invoices.receive(
        walk.company.id,
        { transaction: paying, invoices: [first, ...others], fees: [] },
        atClosing(),
        "operator",
      ),
    );
  },
  "reverse an invoice": (walk) =>
    attempt(() =>
      app.invoices.reverse(
        walk.company.id,
        any(walk, walk.records.invoices).id,
        anyDay(walk),
        atClosing(),
        "operator",
      ),
    ),
  "post an entry": (walk) =>
    attempt(() =>
      app.ledger.postEntries(
        walk.company.id,
        [
          {
            date: anyDay(walk),
            memo: "Accrual",
            reference: null,
            adjusting: false,
            lines: [
              { category: "cat_software", department: null, net_debit_cents: cents(7_00), memo: null },
              { category: "cat_prepaid", department: null, net_debit_cents: cents(-7_00), memo: null },
            ],
          },
        ],
        app.clock.now(),
        "operator",
      ),
    ),
  "reverse an entry": (walk) =>
    attempt(() =>
      app.ledger.reverseVoucher(
        walk.company.id,
        any(walk, walk.records.journal).id,
        { date: anyDay(walk), memo: null },
        app.clock.now(),
        "operator",
      ),
    ),
  "open the books": (walk) =>
    attempt(() =>
      app.intake.importJournal(bytesOf("Account,Balance\ncat_prepaid,5\n"), {
        name: "x",
        company_id: walk.company.id,
        opening: { date: walk.dice.chance(0.5) ? anyDay(walk) : day("2023-12-31") },
      }),
    ),
  upload: (walk) =>
    walk.send("POST", "/transaction_uploads", {
      account_id: "acct_checking",
      rows: [{ date: anyDay(walk), amount: "-3.21", description: `Row ${walk.dice.integer(0, 9_999)}` }],
    }),
  "import vouchers": (walk) =>
    put(walk, {
      journal: [
        voucher(anyDay(walk), "Adjustment", [dr("flights", 5_00), cr("checking", 5_00)]),
        ...(walk.dice.chance(0.3) ? [{ ...any(walk, walk.records.journal), description: "Other" }] : []),
      ],
    }),
  "import transactions": (walk) => {
    const { id } = anyTransaction(walk);
    return put(walk, {
      transactions: [
        walk.dice.chance(0.5) ? { id, memo: "Imported" } : { id, description: "Imported" },
        ...(walk.dice.chance(0.3) ? [{ id: "txn_known", accounting_date: anyDay(walk) }] : []),
      ],
    });
  },
  "import a journal": (walk) =>
    attempt(() =>
      app.intake.importJournal(
        bytesOf(["date,description,account,debit,credit", ...csvLines(walk), ""].join("\n")),
        { name: "x", company_id: walk.company.id },
      ),
    ),
  "change the chart": ({ company, dice }) =>
    attempt(() =>
      dice.chance(0.5)
        ? app.chart.moveCategory(company.id, "cat_flights", {
            parent_id: dice.pick([null, "cat_travel"]),
          })
        : app.chart.changeCategory(company.id, "cat_receivable", {
            name: null,
            cash_flow: dice.pick(["financing", "working_capital"]),
          }),
    ),
  "change the fiscal year": ({ company, dice }) =>
    attempt(() => app.company.change(company.id, { fiscal_year_start_month: dice.integer(2, 12) })),
  async "mark and rebuild"({ company }) {
    await app.ledger.markStale(company.id, [day("2026-05-01")]);
    await app.ledger.rebuild(company.id);
    return true;
  },
  account: (walk) => walk.send("POST", "/accounts", { name: "Petty cash", type: "checking" }),
};

/** The time of the walk. */
function atClosing() {
  return { now: app.clock.now(), today: day("2026-05-20") };
}

async function settle(): Promise<void> {
  const worker = await app.work();
  await worker.settle();
  await worker.stop(10_000);
}

/** Steps that would change closed statements whenever they are taken. */
const ALWAYS_REFUSED = ["change the fiscal year", "open the books"];

async function walkClosed(seed: number, count: number): Promise<void> {
  const dice = new Prng(seed, "closed");
  const company = await http.company(COMPANY);
  await app.ledger.closeBooks(
    company.id,
    THROUGH,
    { now: app.clock.now(), today: day("2026-05-20") },
    "operator",
    "Filed",
  );
  const before = await shown(company);
  const taken: string[] = [];
  const accepted = new Set<string>();
  const bag: string[] = [];
  const refused = () =>
    Object.keys(STEPS).filter((name) => !ALWAYS_REFUSED.includes(name) && !accepted.has(name));
  let now = Date.parse(NOON) / 1000;
  try {
    // Steps that are always refused would prove nothing of what is booked on open days, so the walk goes on
    // until each was accepted once.
    while (taken.length < count || (refused().length > 0 && taken.length < 5 * count)) {
      if (bag.length === 0) bag.push(...Object.keys(STEPS));
      const [name = ""] = bag.splice(dice.integer(0, bag.length - 1), 1);
      http.clock.set((now += dice.integer(1, 60)));
      taken.push(name);
      const done = await STEPS[name]?.({
        company,
        dice,
        records: JSON.parse(await exported(app, company.id)) as Bundle,
        async send(method, target, body) {
          const request = { key: company.key, method, ...(body === undefined ? {} : { body }) };
          const { status, text } = await http.send(target, request);
          expect(status, `${method} ${target}: ${text}`).toBeLessThan(500);
          return status < 300;
        },
      });
      if (done) accepted.add(name);
      const after = await shown(company);
      expect(after.find((text, index) => text !== before[index])).toBe(undefined);
    }
    expect((await app.ledger.verify(company.id)).checks.filter(({ ok }) => !ok)).toEqual([]);
  } catch (error) {
    throw new Error(`the walk of the seed ${seed} fell over at: ${taken.join(", ")}`, { cause: error });
  }
  expect(refused()).toEqual([]);
  expect(ALWAYS_REFUSED.filter((name) => accepted.has(name))).toEqual([]);
}

test("the closed period is the same to the byte after anything happened (ENTR-005)", async () => {
  await walkClosed(20260511, 120);
}, 300_000);
