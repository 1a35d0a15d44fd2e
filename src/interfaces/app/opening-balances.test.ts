/**
 * Opening balances as the web console sets them: previewed, posted once, refused for what would put them into
 * the books twice, and only by those who may.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { permissions, person } from "../../../test/support/bundle.ts";
import { withPassword } from "../../../test/support/console.ts";
import { ask } from "../../../test/support/session.ts";

const http = await testApp();

interface Answer {
  readonly entry: string | null;
  readonly difference_cents: number;
  readonly notes: readonly string[];
  readonly statements: readonly {
    readonly report_type: string;
    readonly rows: readonly { readonly label: string; readonly change_cents: number }[];
  }[];
  readonly error?: { readonly code: string; readonly param?: string; readonly message: string };
}

async function signedIn() {
  const owner = person("owner");
  const viewer = person("viewer", permissions("manage", { accounting_setup: "view" }));
  const company = await http.company({
    users: [owner.user, viewer.user],
    members: [owner.member, viewer.member],
  });
  const as = async (email: string) => {
    const browser = await withPassword(email);
    return async (target: string, body: object) => {
      const answer = await ask(browser, `/app/api${target}`, { company: company.id, method: "POST", body });
      return { status: answer.status, body: JSON.parse(answer.text) as Answer };
    };
  };
  return {
    company,
    asOwner: await as(owner.user.email),
    asViewer: await as(viewer.user.email),
    journal: () =>
      http.read<{ data: { category_id: string; amount_cents: number; date: string }[] }>(
        "/journal_entries?limit=100",
        company.key,
      ),
  };
}

const BALANCES = {
  date: "2024-12-31",
  balances: [
    { category: "cat_checking", debit_cents: 1_250_000 },
    { category: "cat_hosting", credit_cents: 0 },
  ],
};

describe("opening balances", () => {
  test("are previewed without posting, then posted once, and balance (INTK-001)", async () => {
    const { company, asOwner, journal } = await signedIn();
    const before = (await journal()).data.length;
    const trial = await asOwner("/opening_balances", { ...BALANCES, dry_run: true });
    expect(trial).toMatchObject({ status: 201, body: { entry: null, difference_cents: 1_250_000 } });
    expect(trial.body.statements.find(({ report_type }) => report_type === "balance_sheet")?.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ label: "Total Assets", change_cents: 1_250_000 }),
        expect.objectContaining({ label: "Opening Balance Equity", change_cents: 1_250_000 }),
      ]),
    );
    expect((await journal()).data).toHaveLength(before);
    const posted = await asOwner("/opening_balances", BALANCES);
    expect(posted.status).toBe(201);
    expect(posted.body.entry).toMatch(/^je_/);
    expect(posted.body.statements).toEqual(trial.body.statements);
    expect((await journal()).data.filter(({ date }) => date === BALANCES.date)).toHaveLength(2);
    const again = await asOwner("/opening_balances", BALANCES);
    expect(again.body.error).toMatchObject({
      code: "invalid_request",
      param: "date",
      message: expect.stringMatching(
        /have balances at 2024-12-31 already: .*reverse their voucher in the journal/,
      ),
    });
    expect((await journal()).data).toHaveLength(before + 2);
    expect((await http.app.ledger.verify(company.id)).ok).toBe(true);
  });

  test("are refused for what can't be a balance, a closed day, and without permission", async () => {
    const { company, asOwner, asViewer, journal } = await signedIn();
    const before = (await journal()).data.length;
    const [first] = BALANCES.balances;
    for (const [balances, param] of [
      [[], "balances"],
      [[{ category: "cat_nothing", debit_cents: 1 }], "balances[0].category"],
      [[first, first], "balances[1].category"],
      [[{ category: "cat_checking", debit_cents: 0 }], "balances"],
    ] as const) {
      const { body } = await asOwner("/opening_balances", { ...BALANCES, balances });
      expect(body.error).toMatchObject({ code: "invalid_request", param });
    }
    const far = await asOwner("/opening_balances", { ...BALANCES, date: "0202-12-31" });
    expect(far.body.error).toMatchObject({ code: "invalid_request" });
    expect((await asViewer("/opening_balances", BALANCES)).body.error?.code).toBe("insufficient_permission");
    const at = { now: http.app.clock.now(), today: "2026-06-01" as never };
    await http.app.ledger.closeBooks(company.id, "2024-12-31" as never, at, "operator", "Filed");
    for (const dry_run of [true, false])
      expect((await asOwner("/opening_balances", { ...BALANCES, dry_run })).body.error).toMatchObject({
        param: "date",
        message: expect.stringContaining("closed through 2024-12-31"),
      });
    expect((await journal()).data).toHaveLength(before);
  });
});
