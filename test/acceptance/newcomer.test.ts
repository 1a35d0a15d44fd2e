/**
 * A newcomer's first hour: the service starts without any data, and shows its address and a key; the commands
 * that it shows work; figures can be traced to journal entries; and a new start keeps everything.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { spawnSync } from "node:child_process";
import { Api } from "./api.ts";
import { ended, json, launch, LONG, ownDaybook, type CommandResult, run } from "./daybook.ts";
import { ENGINE, newPlace, type Place } from "./place.ts";
import { startService } from "./service.ts";
import {
  amountOf,
  type IncomeStatement,
  incomeSections,
  readBalance,
  readFlow,
  sumOf,
} from "./statements.ts";

let place: Place;
/** The output of the first start, and its end. */
let output: string;
let stopped: CommandResult;
let key: string;
let sampleId: string;
/** The answers to the curl commands that the first start showed, in order. */
let answers: { readonly status: number; readonly body: unknown }[];
let page: { readonly status: number; readonly text: string };

beforeAll(async () => {
  place = await newPlace(ENGINE, "empty");
  const child = launch(ownDaybook(place.environment), ["start", "--sample", "--port", "0"]);
  const end = ended(child);
  output = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (data: Buffer) => {
      text += data.toString();
      if (text.includes("Ctrl-C stops it.")) resolve(text);
    });
    void end.then((ran) => reject(new Error(`it ended with ${ran.code}:\n${ran.stdout}${ran.stderr}`)));
  });
  answers = [];
  for (const line of output.split("\n").filter((each) => each.trim().startsWith("curl ")))
    answers.push(await curl(line));
  key = /\bsvc_\S+/.exec(output)?.[0] ?? "";
  sampleId = /\bcomp_\w+/.exec(output)?.[0] ?? "";
  const docs = await fetch(/Docs\s+(\S+)/.exec(output)?.[1] ?? "");
  page = { status: docs.status, text: await docs.text() };
  // As Ctrl-C does.
  child.kill("SIGINT");
  stopped = await end;
}, LONG.timeout);

afterAll(() => place.remove());

/** Sends the request of a curl command, which a shell splits into arguments. */
async function curl(line: string): Promise<{ status: number; body: unknown }> {
  const { stdout } = spawnSync("sh", ["-c", line.trim().replace(/^curl /, "printf '%s\\n' ")], {
    encoding: "utf8",
  });
  const [flag, header = "", url = "", ...rest] = stdout.trim().split("\n");
  expect([flag, rest]).toEqual(["-H", []]);
  const [name = "", value = ""] = header.split(/: (.*)/);
  const response = await fetch(url, { headers: { [name]: value } });
  return { status: response.status, body: await response.json() };
}

test("the first start shows a key and three curl commands, which work unchanged", () => {
  expect(key).toMatch(/^svc_\S{20,}$/);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.map(({ body }) => body)).toMatchObject([
    { object: "income_statement" },
    { object: "balance_sheet" },
    { object: "list", data: [{}, {}, {}] },
  ]);
});

test("the reference pages exist, and load nothing from other hosts", () => {
  expect(page.status).toBe(200);
  expect(page.text).toContain("<html");
  expect(page.text.match(/(?:src|href)="(?:https?:)?\/\//g) ?? []).toEqual([]);
});

test("Ctrl-C ends the service cleanly", () => {
  expect([stopped.code, stopped.stdout.trimEnd().endsWith("Ctrl-C stops it.")]).toEqual([0, true]);
});

test(
  "the next start makes no second sample; the same key reads a statement and the entries of its lines",
  LONG,
  async () => {
    const service = await startService(place, ["start"]);
    try {
      expect(service.ready).toMatchObject({ company_id: sampleId, api_key: null });
      const api = new Api(service.base, key);
      expect(await api.read("/company")).toMatchObject({ id: sampleId, object: "company" });

      // The default dates are the current quarter to today, as in the answer after the first start.
      const statement = await api.read<IncomeStatement & { start_date: string; end_date: string }>(
        "/reports/income_statement",
      );
      expect(statement).toEqual(answers[0]?.body);
      const { start_date, end_date } = statement;
      const lines = incomeSections(statement).flatMap(({ categories }) => categories);
      expect(lines.length).toBeGreaterThan(10);
      for (const line of lines) {
        const entries = await api.client
          .listJournalEntries({
            category_id: line.category_id,
            start_date,
            end_date,
            limit: 100,
          })
          .all();
        expect([line.name, sumOf(entries, (entry) => entry.amount_cents)]).toEqual([
          line.name,
          amountOf(line),
        ]);
        const [first] = entries;
        expect(await api.read(`/journal_entries/${first?.id}`)).toEqual(first);
      }
      const [sheet, flow] = [await readBalance(api, end_date), await readFlow(api, { start_date, end_date })];
      expect(sheet.liabilities_and_equity_cents).toBe(sheet.assets.total_cents);
      expect(flow.ending_cash_cents).toBe(sheet.cash_cents);

      // The sample spans three years up to this week, has the entries of about 6,000 transactions, and
      // balances on each day.
      const entries = await api.client.listJournalEntries().all();
      expect(entries.length).toBeGreaterThan(12_000);
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      const [latest = "", earliest = ""] = [entries[0]?.date, entries.at(-1)?.date];
      expect(Date.now() - Date.parse(latest)).toBeLessThan(8 * 86_400_000);
      expect(Date.parse(latest) - Date.parse(earliest)).toBeGreaterThan(2.9 * 365 * 86_400_000);
      for (const [day, ofDay] of Map.groupBy(entries, ({ date }) => date))
        expect([day, sumOf(ofDay, (entry) => entry.debit_cents - entry.credit_cents)]).toEqual([day, 0]);

      // Another key, made as the first start explains, works, and a wrong request gets a documented error.
      const { api_key } = await json<{ api_key: string }>(service.daybook, ["key", "create"]);
      expect(await api.as(api_key).verdict("/company")).toBe("200");
      expect(
        await api.refusalOf((client) => client.getIncomeStatement({ start_date: "yesterday" })),
      ).toMatchObject({
        status: 400,
        code: "invalid_date",
        param: "start_date",
        docUrl: `${service.ready.docs_url}/api-reference/errors#invalid_date`,
      });
      expect(await json(service.daybook, ["verify"])).toMatchObject({ ok: true });
      expect((await run(service.daybook, ["doctor"])).code).toBe(0);
    } finally {
      expect((await service.stop()).code).toBe(0);
    }
  },
);
