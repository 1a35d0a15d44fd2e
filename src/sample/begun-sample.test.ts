/**
 * The sample company that is begun in a template and finished on a later day, in databases of their own: it
 * is the one that is made at once, and the template holds nothing that belongs to one installation.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { testClock } from "../../test/support/clock.ts";
import { type App, openApp } from "../app.ts";
import { readConfig } from "../config/config.ts";
import { addDays, losAngelesDate, parseCivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { statement } from "../platform/db/index.ts";
import { present } from "@daybook/words/assert";

const SAMPLE = "comp_sample" as PublicId<"company">;
/** A morning in Los Angeles. */
const BEGUN = "2026-10-12T17:00:00Z";
const daysLater = (days: number): number => Date.parse(BEGUN) / 1000 + days * 86_400;

/** An application with an empty database in memory. */
async function openEmpty(at: number) {
  const clock = testClock(BEGUN);
  clock.set(at);
  const app = await openApp(readConfig({ LOG_LEVEL: "silent" }), { command: "test", inMemory: true, clock });
  onTestFinished(() => app.close());
  return { app, clock };
}

/** An application whose sample company was begun, and the last day of its books. */
async function openBegun() {
  const { app, clock } = await openEmpty(daysLater(0));
  return { app, clock, until: await app.intake.beginSample() };
}

async function bundleOf({ intake }: App): Promise<string> {
  let text = "";
  for await (const piece of intake.exportBundle(SAMPLE)) text += piece;
  return text;
}

const TABLES = statement<{ name: string; columns: string[] }>(
  "test.tablesWithColumns",
  `select c.relname as name, array_agg(a.attname::text) as columns
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
   group by 1 order by 1`,
);

/** All rows of the tables that have any, and the names of their columns. */
async function contentOf({ db }: App) {
  const content = new Map<string, { columns: string[]; rows: string }>();
  for (const { name, columns } of await db.list(TABLES, [])) {
    const all = statement<{ rows: string }>(
      `test.rowsOf ${name}`,
      `select coalesce(string_agg(to_jsonb(r)::text, ' ' order by to_jsonb(r)::text), '') as rows from ${name} r`,
    );
    const { rows } = present((await db.list(all, []))[0], name);
    if (rows !== "") content.set(name, { columns, rows });
  }
  return content;
}

describe("a sample company that is begun", () => {
  test("holds no keys, no passwords and nothing random, so that installations can share it (SAMPLE-001)", async () => {
    const [one, other] = [await openBegun(), await openBegun()];
    const content = await contentOf(one.app);
    expect([...content.keys()]).toContain("journal_entries");
    for (const [name, { columns, rows }] of content) {
      const secret = columns
        .filter((column) => /hash|secret|token|sealed|password|credential/.test(column))
        .filter((column) => new RegExp(`"${column}": (?!null|false)`).test(rows));
      expect([name, secret]).toEqual([name, []]);
    }
    // A value that an installation makes by itself differs from one to the next.
    expect(await contentOf(other.app)).toEqual(content);
  });

  test.each([0, 9])(
    "is finished after %i days as the one that is made at once on that day (SAMPLE-002)",
    async (days) => {
      const begun = await openBegun();
      begun.clock.set(daysLater(days));
      const atOnce = await openEmpty(daysLater(days));
      const [finished, seeded] = [
        await begun.app.intake.finishSample(begun.until),
        await atOnce.app.intake.seed({}),
      ];
      expect({ ...finished, api_key: "" }).toEqual({ ...seeded, api_key: "" });
      expect(await bundleOf(begun.app)).toBe(await bundleOf(atOnce.app));
      expect(await begun.app.ledger.verify(SAMPLE)).toMatchObject({ ok: true });
    },
  );

  test("is finished in later months with the days that it has by then, and once", async () => {
    const { app, clock, until } = await openBegun();
    clock.set(daysLater(45));
    const finished = await app.intake.finishSample(until);
    expect(finished).toMatchObject({ company_id: SAMPLE, api_key: expect.stringMatching(/^svc_/) });
    expect(await app.ledger.verify(SAMPLE)).toMatchObject({ ok: true });
    const bundle = JSON.parse(await bundleOf(app)) as {
      readonly transactions: readonly { readonly date: string; readonly status: string }[];
      readonly company: { readonly incorporation: { readonly date: string } };
    };
    expect(bundle.company.incorporation.date).toBe("2023-10-01");
    const today = losAngelesDate(clock.now());
    const week = addDays(today, -7);
    expect(bundle.transactions.some(({ date }) => date > week && date <= today)).toBe(true);
    expect(bundle.transactions.every(({ date, status }) => date > week || status !== "pending")).toBe(true);
    expect(await app.intake.finishSample(until)).toBeNull();
  });

  test("is finished, too, where somebody made a key before that", async () => {
    const { app, until } = await openBegun();
    await app.access.createReadOnlyKey(SAMPLE, "dashboard");
    expect(await app.intake.finishSample(until)).toMatchObject({ company_id: SAMPLE });
    expect(await app.intake.finishSample(until)).toBeNull();
  });

  test("is not looked for where there is none", async () => {
    const { app } = await openEmpty(daysLater(0));
    const day = present(parseCivilDate("2026-10-12"), "a day");
    expect(await app.intake.finishSample(day)).toBeNull();
    expect(await app.company.list()).toEqual([]);
  });
});
