/**
 * The page of a spreadsheet: what its cells come to now, for those who may see it, and nothing for others.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { textOf } from "../../../test/support/browser.ts";
import { type Permissions, permissions, person } from "../../../test/support/bundle.ts";
import { newBrowser, withPassword } from "../../../test/support/console.ts";
import { sheet } from "../../../test/support/sheet-records.ts";

const http = await testApp();

const PAGE = "/app/sheets/sht_forecast";
const FORECAST = sheet(
  "forecast",
  {
    Plan: {
      A1: "Cash <now>",
      B1: "=BOOKS.CASH(DATE(2025,12,31))",
      A2: "Share",
      B2: 0.25,
      A3: "Lost",
      B3: "=1/0",
    },
    Notes: { A1: "Only here" },
    Empty: {},
  },
  { prefix: "page_" },
);
const FORMATTED = {
  ...FORECAST,
  contents:
    FORECAST.contents?.map((content, place) =>
      place === 0
        ? {
            ...content,
            formats: {
              A1: { bold: true },
              B1: { number_format: "$#,##0.00" },
              B2: { number_format: "0.0%" },
            },
          }
        : content,
    ) ?? [],
};

async function visitor(levels: Permissions, overrides: Parameters<typeof http.company>[0] = {}) {
  const [first, { user, member }] = [person("first"), person("ada", levels)];
  const company = await http.company({
    ...overrides,
    users: [first.user, user],
    members: [first.member, member],
    sheets: [FORMATTED, ...(overrides.sheets ?? [])],
  });
  return { company, browser: await withPassword(user.email) };
}

describe("the page of a spreadsheet", () => {
  test("shows what the cells of a worksheet come to, as their formats have it", async () => {
    const { browser, company } = await visitor(permissions("none", { forecast: "view" }));
    const page = await browser.visit(PAGE);
    expect([page.status, page.heading]).toEqual([200, "forecast"]);
    const { cash_cents } = await company.read<{ cash_cents: number }>(
      "/reports/balance_sheet?date=2025-12-31",
    );
    expect(page.html).toContain("<b>Cash &lt;now&gt;</b>");
    expect(page.html).toContain(
      `<td class="figure">${(cash_cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" })}</td>`,
    );
    expect(page.html).toContain('<td class="figure">25.0%</td>');
    expect(page.html).toMatch(/<td class="failed" title="[^"]*divided by zero[^"]*">Error<\/td>/u);
    expect(page.html).not.toContain("Only here");
  });

  test("holds only the beginning of long texts, also of those that a format repeats", async () => {
    const names = Array.from({ length: 50 }, (_, row) => `A${row + 1}`);
    const long = sheet(
      "long",
      { One: Object.fromEntries(names.map((name) => [name, "x".repeat(120)])) },
      { prefix: "long_" },
    );
    const formats = Object.fromEntries(names.map((name) => [name, { number_format: "@".repeat(255) }]));
    const { browser } = await visitor(permissions("none", { forecast: "view" }), {
      sheets: [{ ...long, contents: long.contents?.map((content) => ({ ...content, formats })) ?? [] }],
    });
    const { status, html } = await browser.visit("/app/sheets/sht_long");
    expect(status).toBe(200);
    expect(html).toContain(`>${"x".repeat(1_000)}…</td>`);
    expect(html.length).toBeLessThan(names.length * 2_500);
  });

  test("leads to each worksheet", async () => {
    const { browser } = await visitor(permissions("none", { forecast: "view" }));
    const links = [
      ...(await browser.visit(PAGE)).html.matchAll(/href="(\/app\/sheets\/sht_forecast\?worksheet=\w+)"/gu),
    ].map(([, link = ""]) => link);
    expect(links).toHaveLength(3);
    expect(textOf((await browser.visit(links[1] ?? "")).html)).toContain("Only here");
    expect(textOf((await browser.visit(links[2] ?? "")).html)).toContain(
      "Nothing is written on this worksheet.",
    );
    expect((await browser.visit(`${PAGE}?worksheet=wks_nowhere`)).html).toContain("Cash &lt;now&gt;");
  });

  test("is not there for those who may not see it, and asks strangers to sign in", async () => {
    const { browser } = await visitor(permissions("manage", { forecast: "none" }));
    expect((await browser.visit(PAGE)).status).toBe(404);
    const other = await visitor(permissions("manage"));
    expect((await other.browser.visit("/app/sheets/sht_other")).status).toBe(404);
    expect(await newBrowser().visit(PAGE)).toMatchObject({ status: 303, location: "/app/sign-in" });
  });
});
