/**
 * What a person decided about a pending line, and its booked line under another id which the bank does not
 * name: it goes over where both lines have no other candidate, and nowhere else.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { line, page, scriptedFeed } from "../../../../../test/support/scripted-feed.ts";
import { present } from "@daybook/words/assert";
import { cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { VendorLine } from "../rules/pull.ts";

const http = await testApp();

const MADE = { memo: "Lunch", category_id: "cat_hosting", merchant_name: "Cloud" };
const NOT_MADE = { memo: null, categorized: false };

/** A line of the payee Bistro, pending on May 10 unless `more` says otherwise. */
const bistro = (id: string, more: Partial<VendorLine> = {}): VendorLine =>
  line(id, {
    date: "2026-05-10" as CivilDate,
    amount_cents: cents(-2_000),
    description: "CARD PAYMENT",
    merchant_name: "Bistro",
    ...more,
  });
const pending = (id: string, more: Partial<VendorLine> = {}) => bistro(id, { ...more, pending: true });
const booked = (more: Partial<VendorLine> = {}) =>
  bistro("b", { date: "2026-05-12" as CivilDate, amount_cents: cents(-2_400), ...more });

/** Pulls the pending lines, edits the first of them, pulls the pages, and gives the lines that are there. */
async function carried(
  before: readonly VendorLine[],
  pages: readonly (readonly VendorLine[])[],
  edit: (id: string, key: string) => Promise<{ readonly status: number }> = (id, key) =>
    http.send(`/transactions/${id}`, { key, method: "PATCH", body: MADE }),
) {
  const { feeds, script, pull } = await scriptedFeed(http, () =>
    page("1", { lines: before, allPendingOf: ["A"] }),
  );
  await pull();
  const first = present((await feeds.transactions())[0], "no line is there");
  expect((await edit(String(first["id"]), feeds.company.key)).status).toBeLessThan(300);
  for (const lines of pages) {
    script.next = () => page("2", { lines, allPendingOf: ["A"] });
    expect(await pull()).toMatchObject({ ok: true });
  }
  expect(await http.app.ledger.verify(feeds.company.id)).toMatchObject({ ok: true });
  return { feeds, rows: await feeds.transactions() };
}

const note = (id: string, key: string) =>
  http.send(`/transactions/${id}`, { key, method: "PATCH", body: { memo: "Lunch" } });

describe("a booked line that the bank does not name (CONN-021)", () => {
  test("gets what was decided about its pending one, with a tip, in the same pull", async () => {
    const { rows } = await carried([pending("a")], [[booked()]]);
    expect(rows).toMatchObject([
      { ...MADE, description: "CARD PAYMENT", amount_cents: -2_400, status: "approved" },
    ]);
  });

  test("that comes in a later pull may be another purchase, and gets nothing", async () => {
    const { rows } = await carried([pending("a")], [[], [booked()]], note);
    expect(rows).toMatchObject([{ memo: null }]);
  });

  test("is known by its text where no payee is known, and by a payee that the bank wrote in another case", async () => {
    const text = { merchant_name: null, description: "BISTRO  No 5" };
    for (const [one, other] of [
      [text, { ...text, description: "bistro no 5" }],
      [{ merchant_name: "BISTRO" }, {}],
    ]) {
      const { rows } = await carried([pending("a", one)], [[booked(other)]], note);
      expect(rows).toMatchObject([{ memo: "Lunch" }]);
    }
  });

  test("gets a department and a note alone, too", async () => {
    const { rows } = await carried([pending("a")], [[booked()]], (id, key) =>
      http.send(`/transactions/${id}`, { key, method: "PATCH", body: { department_id: "dept_platform" } }),
    );
    expect(rows).toMatchObject([{ department_id: "dept_platform", categorized: false }]);
  });

  test("is split as the pending one, with the tip on its largest line and for a person to look at", async () => {
    const split = (id: string, key: string) =>
      http.send(`/transactions/${id}/split`, {
        key,
        method: "POST",
        body: {
          lines: [
            { category_id: "cat_hosting", amount_cents: -1_500 },
            { category_id: "cat_software", amount_cents: -500, memo: "Taxi" },
          ],
        },
      });
    for (const [amount, first, status] of [
      [-2_000, -1_500, "approved"],
      [-2_400, -1_900, "needs_review"],
    ] as const) {
      const { feeds, rows } = await carried(
        [pending("a")],
        [[booked({ amount_cents: cents(amount) })]],
        split,
      );
      expect(rows).toMatchObject([{ transaction_type: "category_split", amount_cents: amount, status }]);
      const { data } = await feeds.company.read<{ data: object[] }>("/transactions/splits");
      expect(data).toMatchObject([
        { transaction_id: rows[0]?.["id"], category_id: "cat_hosting", amount_cents: first },
        { category_id: "cat_software", amount_cents: -500, memo: "Taxi" },
      ]);
    }
  });

  test("gets nothing of a line of another payee, day or amount, or of money that came in", async () => {
    for (const [what, held, line2] of [
      ["another payee", {}, { merchant_name: "Bar" }],
      ["another text", { merchant_name: null, description: "X" }, { merchant_name: null, description: "Y" }],
      ["no text", { merchant_name: null, description: "" }, { merchant_name: null, description: "" }],
      ["a day before", {}, { date: "2026-05-09" as CivilDate }],
      ["eight days later", {}, { date: "2026-05-18" as CivilDate }],
      ["more than a fourth more", {}, { amount_cents: cents(-2_501) }],
      ["less", {}, { amount_cents: cents(-1_999) }],
      ["more that came in", { amount_cents: cents(2_000) }, { amount_cents: cents(2_400) }],
      ["money back", {}, { amount_cents: cents(2_000) }],
    ] as const) {
      const { rows } = await carried([pending("a", held)], [[booked(line2)]], note);
      expect(rows, what).toMatchObject([NOT_MADE]);
    }
    const { rows } = await carried(
      [pending("a")],
      [[booked({ date: "2026-05-17" as CivilDate, amount_cents: cents(-2_500) })]],
    );
    expect(rows, "the last day and the largest tip").toMatchObject([MADE]);
  });

  test("gets nothing where either line has another candidate", async () => {
    const two = await carried([pending("a"), pending("a2")], [[booked(), pending("a2")]]);
    const came = two.rows.find(({ status }) => status === "approved");
    expect(came, "two pending").toMatchObject(NOT_MADE);
    const both = await carried([pending("a")], [[booked(), bistro("c")]]);
    expect(both.rows, "two booked").toMatchObject([NOT_MADE, NOT_MADE]);
    const late = await carried([pending("a")], [[pending("a"), booked()], [bistro("c")]]);
    expect(late.rows, "one came before").toMatchObject([NOT_MADE, NOT_MADE]);
  });
});

describe("a booked line of a pending one on a category that is inactive by then (CONN-028)", () => {
  const inactive = async (isSplit: boolean) => {
    const { feeds, script, pull } = await scriptedFeed(http, () =>
      page("1", { lines: [pending("a")], allPendingOf: ["A"] }),
    );
    await pull();
    const { company } = feeds;
    const id = String(present((await feeds.transactions())[0], "no line is there")["id"]);
    const sent = isSplit
      ? await http.send(`/transactions/${id}/split`, {
          key: company.key,
          method: "POST",
          body: {
            lines: [
              { category_id: "cat_hosting", amount_cents: -1_500 },
              { category_id: "cat_software", amount_cents: -500 },
            ],
          },
        })
      : await http.send(`/transactions/${id}`, { key: company.key, method: "PATCH", body: MADE });
    expect(sent.status, sent.text).toBeLessThan(300);
    const change = { name: null, cash_flow: null, active: false };
    await http.app.chart.changeCategory(company.id, "cat_hosting", change, false);
    script.next = () => page("2", { lines: [booked()], allPendingOf: ["A"] });
    await pull();
    expect(await http.app.ledger.verify(company.id)).toMatchObject({ ok: true });
    return feeds.transactions();
  };

  test("gets the rest, and waits for a review", async () => {
    expect(await inactive(false)).toMatchObject([
      { ...MADE, category_id: expect.not.stringContaining("hosting") as string, status: "needs_review" },
    ]);
  });

  test("is not split, and waits for a review", async () => {
    expect(await inactive(true)).toMatchObject([{ transaction_type: "standard", status: "needs_review" }]);
  });
});
