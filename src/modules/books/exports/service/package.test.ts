/**
 * The package of a period: one file with a cover, the statements, ageings, reconciliations, the register and
 * the checklist, whose figures are those of the operations.
 */
import { randomUUID } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { CHART, cr, dr, JOURNAL, permissions, person, voucher } from "../../../../../test/support/bundle.ts";
import { withPassword } from "../../../../../test/support/console.ts";
import { fetchLink, workOn } from "../../../../../test/support/exports.ts";
import { readPdfStatement } from "../../../../../test/support/pdf.ts";
import { ask } from "../../../../../test/support/session.ts";
import { readXlsxStatement } from "../../../../../test/support/xlsx.ts";
import { forOperator } from "@daybook/words/areas";
import type { PublicId } from "@daybook/words/public-id";
import { paced } from "../../../../platform/time/turn.ts";
import { sumsStore } from "../../ledger/index.ts";
import { reportsService } from "../../reports/index.ts";
import { readInput } from "../rules/request.ts";
import { buildPackage } from "./package.ts";

const http = await testApp();
const { app } = http;
const [owner, reader] = [
  person("owner"),
  person("reader", permissions("none", { reports: "view", invoices: "view" })),
];
const company = await http.company({
  users: [owner.user, reader.user],
  members: [owner.member, reader.member],
  journal: [
    ...JOURNAL,
    voucher("2026-01-20", "January subscriptions", [dr("checking", 900_00), cr("subscriptions", 900_00)]),
    voucher("2026-02-03", "Servers of January", [dr("hosting", 120_50), cr("payable", 120_50)]),
  ],
});
const DAYS = { start_date: "2026-01-01", end_date: "2026-02-28" } as const;
const PARTS = [
  "Closing Package",
  "Income Statement",
  "Balance Sheet",
  "Cash Flow Statement",
  "Statement of Changes in Stockho",
  "Trial Balance",
  "Receivables by Age",
  "Payables by Age",
  "Reconciliations",
  "Register of Assets",
  "Closing Checklist",
];
const never = new AbortController().signal;
const packageOf = (format: "pdf" | "zip") =>
  app.exports.makeFile(forOperator(company.id), { report_type: "package", ...DAYS, format }, never);

const bodyOf = ({ text }: { readonly text: string }) => JSON.parse(text) as Readonly<Record<string, unknown>>;

/** The statements in an archive, by the names of their workbooks without the numbers. */
function workbooksOf(bytes: Uint8Array) {
  return new Map(
    Object.entries(unzipSync(bytes)).map(([name, file]) => [
      name.replace(/^\d+ (.*)\.xlsx$/, "$1"),
      readXlsxStatement(file),
    ]),
  );
}

test("the workbooks of a package have the figures of the statements, and the cover repeats them (PACK-001)", async () => {
  const { name, bytes } = await packageOf("zip");
  expect(name).toMatch(/-closing-package-2026-01-01-to-2026-02-28\.zip$/);
  const books = workbooksOf(bytes);
  expect([...books.keys()]).toEqual(PARTS);
  const amountsOf = (part: string, label: string) =>
    books.get(part)?.rows.find((row) => row.label === label)?.amounts;
  const income = await http.read<{ net_income_cents: number }>(
    `/reports/income_statement?${new URLSearchParams(DAYS)}`,
    company.key,
  );
  const sheet = await http.read<{ assets: { total_cents: number } }>(
    `/reports/balance_sheet?date=${DAYS.end_date}`,
    company.key,
  );
  expect(amountsOf("Income Statement", "Net Income")?.[0]).toBe(income.net_income_cents);
  expect(amountsOf("Balance Sheet", "Total Assets")?.[0]).toBe(sheet.assets.total_cents);
  expect(amountsOf("Closing Package", "Net Income")).toEqual([income.net_income_cents]);
  expect(amountsOf("Closing Package", "Total Assets")).toEqual([sheet.assets.total_cents]);
  expect(amountsOf("Payables by Age", "In the ledger")).toEqual([432_95]);
  expect(amountsOf("Payables by Age", "Follows no bill")).toEqual([432_95]);
  const said = [...books.values()].flatMap(({ rows }) => rows.map(({ label }) => label));
  expect(said).toContain("The books are not closed through the last day: figures may change");
  // The same state of the books gives the same file.
  expect(Object.keys(unzipSync((await packageOf("zip")).bytes)).map(String)).toHaveLength(PARTS.length);
  expect(strFromU8(bytes.slice(0, 2))).toBe("PK");
});

test("a PDF has all parts with one count of pages, and a closed period says how it was closed (PACK-003)", async () => {
  const today = http.clock.today();
  const at = { now: http.clock.now(), today };
  await app.ledger.closeBooks(company.id, DAYS.end_date as never, at, "operator", "The bank is late");
  const read = await readPdfStatement((await packageOf("pdf")).bytes);
  const texts = read.pages.flatMap((page) => page.texts.map(({ text }) => text));
  const all = texts.join("\n");
  for (const part of PARTS) expect(all).toContain(part.slice(0, 24));
  expect(all).toContain(`Page 1 of ${read.pages.length}`);
  expect(all).toContain(`Page ${read.pages.length} of ${read.pages.length}`);
  expect(all).toContain("Reason: The bank is late");
  expect(all).toMatch(/Closed through Feb 28, 2026 by /);
  expect(all).toContain("As kept at the closing");
  expect(read.isTagged).toBe(true);
  await app.ledger.openBooks(company.id, at, "operator", "Again");
  const opened = await readPdfStatement((await packageOf("pdf")).bytes);
  expect(opened.pages.flatMap((page) => page.texts.map(({ text }) => text)).join("\n")).toContain(
    "not closed",
  );
});

test("a part that a member may not view is left out, and the cover names it (PACK-002)", async () => {
  const browser = await withPassword(reader.user.email);
  const asked = async (body: object) =>
    ask(browser, "/app/api/statement_exports", {
      company: company.id,
      method: "POST",
      body,
      headers: { "idempotency-key": randomUUID() },
    });
  const made = await asked({ report_type: "package", ...DAYS, format: "zip" });
  expect(made.status).toBe(201);
  await workOn(http);
  const found = await ask(browser, `/app/api/statement_exports/${String(bodyOf(made)["id"])}`, {
    company: company.id,
  });
  const body = bodyOf(found);
  expect(body).toMatchObject({ report_type: "package", status: "succeeded", format: "zip" });
  const { download_url } = body["file"] as { readonly download_url: string };
  const books = workbooksOf((await fetchLink(download_url)).bytes);
  expect([...books.keys()]).toEqual(
    PARTS.filter((part) => !["Payables by Age", "Reconciliations", "Register of Assets"].includes(part)),
  );
  const cover = books.get("Closing Package")?.rows.map(({ label }) => label);
  expect(cover).toContain("Payables by Age: left out, because it takes view access to bills");
  expect(cover).toContain("Register of Assets: left out, because it takes view access to transactions");
  for (const [input, param] of [
    [{ report_type: "package", ...DAYS, format: "csv" }, "format"],
    [{ report_type: "income_statement", ...DAYS, format: "zip" }, "format"],
    [{ report_type: "package", start_date: "2026-03-01", end_date: "2026-02-28" }, "start_date"],
  ] as const)
    expect(bodyOf(await asked(input))["error"]).toMatchObject({ param });
  const whole = await asked({ report_type: "package", ...DAYS, adjustments: "excluded" });
  expect(bodyOf(whole)["error"]).toMatchObject({
    param: "adjustments",
    message: "A package has all its statements whole; leave `adjustments` out.",
  });
});

test("a package is only for the member who asked for it (PACK-002)", async () => {
  const own = await withPassword(owner.user.email);
  const made = await ask(own, "/app/api/statement_exports", {
    company: company.id,
    method: "POST",
    body: { report_type: "package", ...DAYS, format: "zip" },
    headers: { "idempotency-key": randomUUID() },
  });
  await workOn(http);
  const target = `/app/api/statement_exports/${String(bodyOf(made)["id"])}`;
  expect((await ask(own, target, { company: company.id })).status).toBe(200);
  // It has bills and transactions, which the other member may not view.
  const other = await ask(await withPassword(reader.user.email), target, { company: company.id });
  expect(other).toMatchObject({ status: 404, code: "resource_missing" });
});

test("the cover has the totals of statements, not categories that are called so (PACK-001)", async () => {
  const checking = CHART.find(({ id }) => id === "cat_checking");
  if (checking === undefined) throw new Error("no checking");
  const categories = [
    { ...checking, id: "cat_assets", name: "Assets", parent_id: null, position: 90 },
    { ...checking, id: "cat_vault", name: "Vault", parent_id: "cat_assets", position: 0 },
    ...CHART.map((each) => (each.id === "cat_subscriptions" ? { ...each, name: "Net Income" } : each)),
  ];
  const { id } = await http.company({
    categories,
    journal: [
      voucher("2026-01-02", "Capital", [dr("checking", 500_00), dr("vault", 20_00), cr("stock", 520_00)]),
      voucher("2026-01-20", "Sold", [dr("checking", 900_00), cr("subscriptions", 900_00)]),
      voucher("2026-01-21", "Servers", [dr("hosting", 100_00), cr("checking", 100_00)]),
    ],
  });
  const { bytes } = await app.exports.makeFile(
    forOperator(id),
    { report_type: "package", ...DAYS, format: "zip" },
    never,
  );
  const rows = workbooksOf(bytes).get("Closing Package")?.rows ?? [];
  const amountOf = (name: string) => rows.find(({ label }) => label === name)?.amounts;
  expect(amountOf("Net Income")).toEqual([800_00]);
  expect(amountOf("Total Assets")).toEqual([1_320_00]);
});

test("a closing without a checklist is not said to have had nothing open (PACK-003)", async () => {
  const { id } = await http.company({ closing: { closed_through: DAYS.end_date } });
  const { bytes } = await app.exports.makeFile(
    forOperator(id),
    { report_type: "package", ...DAYS, format: "zip" },
    never,
  );
  const said = workbooksOf(bytes)
    .get("Closing Package")
    ?.rows.map(({ label }) => label);
  expect(said).toContain("No checklist was kept at the closing");
  expect(said).not.toContain("No item of the checklist was open");
});

test("books that change all the time make no package", async () => {
  let changes = 0;
  const { db, clock } = app;
  const ledger: typeof app.ledger = {
    ...app.ledger,
    async listClosings(companyId) {
      changes += 1;
      await db.transaction((tx) => sumsStore.putRevision(tx, companyId));
      return app.ledger.listClosings(companyId);
    },
  };
  const needs = { db, clock, ledger, reports: reportsService({ ledger, paced }), parts: [] };
  const input = readInput({ report_type: "package", ...DAYS });
  await expect(buildPackage(needs, company.id as PublicId<"company">, input, "", null)).rejects.toThrow(
    "The books change while the package is made. Ask for it again when nothing is imported.",
  );
  expect(changes).toBe(4);
});
