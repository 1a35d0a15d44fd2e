/** The sample company as it is used: made whole, told in any number of entries, and made again beside itself. */
import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import type { Progress } from "../../../core/progress.ts";
import { FEWEST_ENTRIES } from "../rules/sample/sample-bundle.ts";
import type { Seeding } from "./index.ts";

const http = await testApp();
const { app } = http;

describe("seed", () => {
  const progress: Progress[] = [];
  let made: Seeding;
  beforeAll(async () => {
    made = await app.intake.seed({ entries: FEWEST_ENTRIES }, (seen) => progress.push(seen));
  });

  test("makes comp_sample with a key of its owner and books that verify", async () => {
    expect(made.company_id).toBe("comp_sample");
    const { ok, entries } = await app.ledger.verify(made.company_id);
    expect({ ok, entries }).toEqual({ ok: true, entries: made.entries });
    expect(Math.abs(made.entries - FEWEST_ENTRIES)).toBeLessThanOrEqual(FEWEST_ENTRIES / 100);
    expect(await http.read("/company", made.api_key)).toMatchObject({ id: "comp_sample", name: "Larkspindle" });
    const { data } = await http.read<{ data: { email: string }[] }>("/departments", made.api_key);
    expect(data.length).toBeGreaterThan(3);
  });

  test("tells how far it is, in entries", () => {
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.every(({ unit, total }) => unit === "entries" && total === FEWEST_ENTRIES)).toBe(true);
    expect(progress.at(-1)?.done).toBeLessThanOrEqual(made.entries);
  });

  test("makes another company of the same books the second time", async () => {
    const second = await app.intake.seed({ entries: FEWEST_ENTRIES });
    expect(second.company_id).toMatch(/^comp_(?!sample$)/);
    expect(second).toMatchObject({ vouchers: made.vouchers, entries: made.entries });
    const sheet = (key: string) => http.read<Record<string, unknown>>("/reports/balance_sheet?date=2026-04-30", key);
    const [one, other] = [await sheet(made.api_key), await sheet(second.api_key)];
    expect({ ...other, company_id: null }).toEqual({ ...one, company_id: null });
    expect((await app.access.listMembers(second.company_id)).length).toBe(3);
  });

  test("refuses fewer entries than the company can be told in, and makes nothing", async () => {
    const before = (await app.company.list()).length;
    await expect((async () => app.intake.seed({ entries: FEWEST_ENTRIES - 1 }))()).rejects.toMatchObject({ name: "Refusal", param: "entries" });
    expect((await app.company.list()).length).toBe(before);
  });
});
