/**
 * Manual entries, their reversal and review, and the closing of the books, as the web console asks for them:
 * who may, what is refused, and what the journal, the statements and the audit trail then say.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { permissions, person } from "../../../test/support/bundle.ts";
import { withPassword } from "../../../test/support/console.ts";
import { ask, type Asking } from "../../../test/support/session.ts";

const http = await testApp();

/** A company with an owner and a bookkeeper who may not change its profile, both signed in. */
async function signedIn(levels: Parameters<typeof permissions>[1] = { company: "view" }) {
  const owner = person("owner");
  const clerk = person("clerk", permissions("manage", levels));
  const company = await http.company({
    users: [owner.user, clerk.user],
    members: [owner.member, clerk.member],
  });
  const [ofOwner, ofClerk] = [await withPassword(owner.user.email), await withPassword(clerk.user.email)];
  const by =
    (browser: typeof ofOwner) =>
    async (target: string, asking: Asking = {}) => {
      const answer = await ask(browser, `/app/api${target}`, { company: company.id, ...asking });
      return {
        ...answer,
        body: (answer.text === "" ? {} : JSON.parse(answer.text)) as Record<string, never>,
      };
    };
  return { company, owner, asOwner: by(ofOwner), asClerk: by(ofClerk) };
}

const ENTRY = {
  date: "2025-03-31",
  memo: "Hosting that is owed",
  lines: [
    { category: "cat_hosting", debit_cents: 12_345 },
    { category: "cat_checking", credit_cents: 12_345 },
  ],
};
const post = (body: object, headers: Record<string, string> = {}): Asking => ({
  method: "POST",
  body,
  headers,
});

async function netIncome(read: Awaited<ReturnType<typeof signedIn>>["asOwner"]): Promise<number> {
  const { body } = await read("/v1/reports/income_statement?start_date=2025-03-01&end_date=2025-03-31");
  return Number(body["net_income_cents"]);
}

describe("the list of entries that people posted", () => {
  test("has those posted last first, in pages, and those to be reviewed alone", async () => {
    const { asOwner } = await signedIn();
    const list = async (query: string) => {
      const { body, status } = await asOwner(`/manual_entries?${query}`);
      const { data = [], next_cursor } = body as { data?: { entry: string }[]; next_cursor?: string | null };
      return { status, entries: data.map(({ entry }) => entry), next: next_cursor };
    };
    const memos = ["one", "two", "three"];
    const made = await Promise.all(memos.map((memo) => asOwner("/manual_entries", post({ ...ENTRY, memo }))));
    // Those of one second are in the order of their ids.
    const { entries: posted } = await list("");
    expect(new Set(posted)).toEqual(new Set(made.map(({ body }) => body["entry"])));
    expect(await list("limit=2")).toEqual({ status: 200, entries: posted.slice(0, 2), next: posted[1] });
    expect(await list(`limit=2&starting_after=${posted[1]}`)).toEqual({
      status: 200,
      entries: posted.slice(2),
      next: null,
    });
    await asOwner(`/vouchers/${posted[1]}/review`, { method: "PUT" });
    expect((await list("unreviewed=true")).entries).toEqual([posted[0], posted[2]]);
    expect((await list("start_date=2025-04-01")).entries).toEqual([]);
    // Somebody else may review the last entry of a page before the next page is asked for.
    expect((await list(`unreviewed=true&starting_after=${posted[1]}`)).entries).toEqual([posted[2]]);
    expect((await list("starting_after=je_nothing_1")).status).toBe(404);
    expect((await list("start_date=2025-04-01&end_date=2025-03-01")).status).toBe(400);
  });
});

describe("an entry", () => {
  test("is previewed by what it then changes, posted once, and told to the audit trail", async () => {
    const { company, owner, asClerk, asOwner } = await signedIn();
    const before = await netIncome(asClerk);
    const preview = await asClerk("/manual_entries/preview", post(ENTRY));
    expect(preview.body["statements"]).toMatchObject([
      { report_type: "income_statement", rows: expect.arrayContaining([changed("Net Income")]) as unknown },
      { report_type: "balance_sheet", rows: expect.arrayContaining([changed("Total Assets")]) as unknown },
      {
        report_type: "cash_flow",
        rows: expect.arrayContaining([changed("Cash at End of Period")]) as unknown,
      },
    ]);
    expect(await netIncome(asClerk)).toBe(before);
    const asking = post(ENTRY, { "idempotency-key": "accrual" });
    const [first, second] = [
      await asOwner("/manual_entries", asking),
      await asOwner("/manual_entries", asking),
    ];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(await netIncome(asClerk)).toBe(before - 12_345);
    expect(first.body).toMatchObject({ object: "manual_entry", posted_by: owner.user.id, memo: ENTRY.memo });
    const [event] = await http.app.audit.list(company.id, {}, 1);
    expect(event).toMatchObject({ surface: "console", actor: owner.user.id, action: "journal post" });

    function changed(label: string) {
      return { label, depth: 0, change_cents: -12_345 };
    }
  });

  test("is reviewed and reversed once; one that follows its source can't be", async () => {
    const { asClerk } = await signedIn();
    const before = await netIncome(asClerk);
    const entry = String((await asClerk("/manual_entries", post(ENTRY))).body["entry"]);
    const reviewed = await asClerk(`/vouchers/${entry}/review`, { method: "PUT" });
    expect(reviewed.body["reviewed_at"]).not.toBeNull();
    const reversal = await asClerk(`/vouchers/${entry}/reversal`, post({ date: ENTRY.date }));
    expect([reversal.status, reversal.body["reverses"]]).toEqual([201, entry]);
    expect(await netIncome(asClerk)).toBe(before);
    expect((await asClerk(`/vouchers/${entry}`)).body).toMatchObject({
      follows_source: false,
      manual_entry: { reversed_by: reversal.body["entry"] },
    });
    const again = await asClerk(`/vouchers/${entry}/reversal`, post({ date: ENTRY.date }));
    expect([again.status, again.code]).toEqual([400, "invalid_request"]);
    expect((await asClerk("/vouchers/je_nobodys_1/reversal", post({ date: ENTRY.date }))).code).toBe(
      "resource_missing",
    );
  });

  test.each([
    ["that does not balance", { lines: [ENTRY.lines[0], { category: "cat_checking", credit_cents: 1 }] }],
    ["of an unknown category", { lines: [{ category: "cat_nothing", debit_cents: 12_345 }, ENTRY.lines[1]] }],
    ["with both sides on a line", { lines: [{ ...ENTRY.lines[0], credit_cents: 1 }, ENTRY.lines[1]] }],
    ["of no day", { date: "2025-02-30" }],
    ["of an improbable day", { date: "0202-03-31" }],
  ])("%s is refused, in the preview too", async (_what, change) => {
    const { asClerk } = await signedIn();
    for (const target of ["/manual_entries", "/manual_entries/preview"])
      expect((await asClerk(target, post({ ...ENTRY, ...change }))).code).toBe("invalid_request");
  });
});

describe("closed books", () => {
  test("refuse entries of closed days with the day from which they are open (ENTR-002)", async () => {
    const { asClerk, asOwner } = await signedIn();
    const entry = String((await asOwner("/manual_entries", post(ENTRY))).body["entry"]);
    const closing = { method: "PUT", body: { through: "2025-03-31", reason: "A trial" } };
    expect((await asClerk("/closing", closing)).code).toBe("insufficient_permission");
    expect((await asOwner("/closing", closing)).body).toEqual({
      object: "closing",
      closed_through: "2025-03-31",
    });
    expect((await asClerk("/closing")).body["closed_through"]).toBe("2025-03-31");
    for (const [target, body] of [
      ["/manual_entries", ENTRY],
      ["/manual_entries/preview", ENTRY],
      [`/vouchers/${entry}/reversal`, { date: ENTRY.date }],
    ] as const) {
      const refused = await asClerk(target, post(body));
      expect(refused.body["error"]).toMatchObject({
        code: "invalid_request",
        param: "date",
        message:
          "The books are closed through 2025-03-31. Date the entry 2025-04-01 or later, or have the books opened.",
      });
    }
    expect((await asOwner("/closing", { method: "PUT", body: { through: "2999-01-01" } })).code).toBe(
      "invalid_request",
    );
    expect(
      (await asOwner("/closing/open", post({ reason: "A late bill" }))).body["closed_through"],
    ).toBeNull();
    expect((await asClerk("/manual_entries", post(ENTRY))).status).toBe(201);
  });
});

test("without access to accounting setup nothing is posted", async () => {
  const { asClerk, asOwner } = await signedIn({ accounting_setup: "view" });
  const entry = String((await asOwner("/manual_entries", post(ENTRY))).body["entry"]);
  for (const [target, asking] of [
    ["/manual_entries", post(ENTRY)],
    ["/manual_entries/preview", post(ENTRY)],
    [`/vouchers/${entry}/reversal`, post({ date: ENTRY.date })],
    [`/vouchers/${entry}/review`, { method: "PUT" }],
    ["/closing", { method: "PUT", body: { through: "2025-03-31" } }],
    ["/closing/open", post({ reason: "A late bill" })],
  ] as const)
    expect([target, (await asClerk(target, asking)).code]).toEqual([target, "insufficient_permission"]);
  expect((await asClerk(`/vouchers/${entry}`)).status).toBe(200);
});
