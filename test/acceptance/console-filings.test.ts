/**
 * The console's page of filings in Chromium: the calendar, the lists with their filters, a record with its
 * stages and documents, and the upload of a PDF with what is refused. Each journey ends by reading the same
 * fact over the API.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, permissions, person } from "../support/bundle.ts";
import { form, formReport } from "../support/form-records.ts";
import { credit, franchise, income } from "../support/tax-records.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { chooseFilter, type ConsoleSetting, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { pdfOf } from "./pdf.ts";
import { type Company, importCompany } from "./service.ts";

/** A name as somebody may choose it: letters from right to left, code, and long. */
const HOSTILE = `<img src=x onerror="window.hacked=1"> \u0634\u0631\u0643\u0629 ${"\u0645".repeat(150)}`;
/** The year of Los Angeles, from which the service counts the years of returns. */
const YEAR = Number(
  new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles", year: "numeric" }).format(),
);
const DELAWARE_MARKER = "Delaware Annual Franchise Tax Report";

const pdf = (name: string, text: string) => ({ name, mimeType: "application/pdf", buffer: pdfOf(text) });

describeWith(CHROMIUM, "the console's filings in Chromium", () => {
  let setting: ConsoleSetting;
  let company: Company;
  let address: string;
  const [owner, viewer, clerk] = [
    person("owner"),
    person("viewer", permissions("view", { api_access: "none" })),
    person("clerk", permissions("none", { reports: "view", api_access: "none" })),
  ];

  beforeAll(async () => {
    setting = await startConsole();
    company = await importCompany(
      setting.service,
      companyBundle({
        users: [owner.user, viewer.user, clerk.user],
        members: [owner.member, viewer.member, clerk.member],
        taxes: [
          income(YEAR, { states: ["CA"], filing_status: "onboarding" }),
          income(YEAR - 1, { states: ["CA", "Atlantis"], filing_status: "review_required" }),
          income(YEAR - 2, { states: [], filing_status: "filed", filed_at: 1_700_000_000 }),
          franchise(YEAR - 1, { filing_status: "preparing" }),
        ],
        tax_credits: [
          credit(YEAR - 1, { decision: "opted_in", estimate_cents: 4_000_000, payroll_provider: "gusto" }),
          credit(YEAR - 2, { decision: "declined" }),
        ],
        form_1099_reports: [formReport(YEAR - 1)],
        forms_1099: [
          form("one", YEAR - 1, { vendor_name: HOSTILE, filing_status: "w9_requested" }),
          form("two", YEAR - 1, {
            vendor_name: "Harbor Design",
            filing_status: "filed",
            filed_at: 1_700_000_000,
          }),
          form("three", YEAR - 1, { vendor_name: "Pine Supplies", filing_status: "not_required" }),
        ],
      }),
    );
    for (const { user } of [owner, viewer, clerk]) await setPassword(setting, user.email);
    address = `${setting.origin}/app/c/${company.id}/filings`;
  }, LONG.timeout);
  afterAll(() => setting.close());

  const taxOf = async (type: "income" | "franchise", year: number) =>
    (await company.api.client.listTaxes({ type, year }).all())[0];
  /** Drops a file with the given content, a script, on what a selector finds. */
  const drop = (page: Page, where: string, name: string, content: string) =>
    page.evaluate(
      `(() => {
        const files = new DataTransfer();
        files.items.add(new File([${content}], "${name}", { type: "application/pdf" }));
        const event = { bubbles: true, cancelable: true, dataTransfer: files };
        document.querySelector("${where}").dispatchEvent(new DragEvent("drop", event));
      })()`,
    );
  const panel = (page: Page) => page.locator(".panel");
  const send = (page: Page) => page.getByRole("button", { name: "Upload and record as filed" });

  test("with the keyboard: from the calendar to a record, its stages, and back", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, owner.user.email);
    await page.goto(address);
    const month = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: `Mar ${YEAR}` }) });
    await month.getByText("Delaware franchise tax").waitFor();
    const record = await taxOf("franchise", YEAR - 1);
    // Words and a sign tell how it stands.
    expect(await month.innerText()).toMatch(/Mar 01[\s\S]*Preparing[\s\S]*(Overdue|Soon)/);
    await page.locator(".fi-due").first().focus();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Tax record" }).waitFor();
    expect(page.url()).toBe(`${address}?tax=${record?.id ?? ""}`);
    const step = page.getByRole("list", { name: "Stages" }).locator("[aria-current=step]");
    expect(await step.innerText()).toContain("Preparing");
    await page.keyboard.press("Escape");
    await panel(page).waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate("document.activeElement?.textContent ?? ''"))
      .toContain("Delaware franchise tax");
    // The years of the calendar are those of its dues.
    await page.getByRole("button", { name: `To ${YEAR + 1}` }).click();
    await page.getByRole("heading", { name: `Due in ${YEAR + 1}` }).waitFor();
    await page.getByRole("button", { name: new RegExp(`Income tax ${YEAR}`) }).waitFor();
    expect(page.url()).toBe(`${address}?in=${YEAR + 1}`);
    expect(record?.filing_status).toBe("preparing");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("each list has its filters in the address, and a record its facts and amounts", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, owner.user.email);
    await page.goto(`${address}?show=taxes`);
    const names = page.locator(".list tbody th");
    await expect.poll(() => names.count()).toBe(4);
    await chooseFilter(page, "Jurisdiction", "California");
    await chooseFilter(page, "Status", "To review");
    await expect.poll(() => names.allInnerTexts()).toEqual([`Income tax ${YEAR - 1}`]);
    expect(page.url()).toBe(`${address}?show=taxes&jurisdiction=US-CA&status=review_required`);
    await page.reload();
    await page.getByRole("button", { name: `Income tax ${YEAR - 1}` }).click();
    await panel(page).getByText("Atlantis").waitFor();
    const tax = await taxOf("income", YEAR - 1);
    expect([tax?.jurisdictions, tax?.unmapped_jurisdictions]).toEqual([["US", "US-CA"], ["Atlantis"]]);

    await page.goto(`${address}?show=credits`);
    await page.getByRole("button", { name: `Research and development ${YEAR - 1}` }).click();
    await panel(page).getByText("40,000.00").waitFor();
    const [shown] = await company.api.client.listTaxCredits({ year: YEAR - 1 }).all();
    expect([shown?.amount_cents, shown?.applied_to_income_tax_cents]).toEqual([4_000_000, null]);
    // What is not known is not written as zero.
    expect(await panel(page).locator("tr", { hasText: "Applied to income tax" }).innerText()).toContain(
      "Not known",
    );

    await page.goto(`${address}?show=forms&status=pending`);
    await expect.poll(() => names.count()).toBe(1);
    expect(await names.first().innerText()).toContain("onerror=");
    expect(await page.evaluate("window.hacked === undefined")).toBe(true);
    expect(await page.getByRole("list", { name: "1099s by year" }).innerText()).toMatch(/1 of 2 filed/);
    await page.goto(`${address}?show=forms`);
    await page.getByRole("searchbox", { name: "Vendor" }).fill("harbor design");
    await page.keyboard.press("Enter");
    await expect.poll(() => names.allInnerTexts()).toEqual(["Harbor Design"]);
    await page.getByRole("button", { name: "Harbor Design" }).click();
    await panel(page).getByText("f1099_two").waitFor();
    expect((await company.api.client.getForm1099("f1099_two")).filing_status).toBe("filed");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a return is dropped, corrected and recorded; its PDF comes back as it was", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, owner.user.email);
    await page.goto(address);
    await page.locator(".fi-due").first().waitFor();
    // Dropped anywhere on the page, it opens the form.
    await drop(page, ".fi-months", "return.pdf", '"not a PDF"');
    await panel(page).getByText("return.pdf", { exact: true }).waitFor();
    await page.getByLabel("Prepared by").fill("Northwind Tax");
    await page.getByRole("textbox", { name: "States it was filed in" }).fill("CA, New York, Narnia");
    await page.getByText("Not a state: Narnia").waitFor();
    await page.getByRole("textbox", { name: "States it was filed in" }).fill("CA, New York");
    await page.getByText("Federal, California, New York").waitFor();
    // Its bytes decide what a file is.
    await send(page).click();
    await panel(page).getByRole("alert").getByText(/PDF/).waitFor();
    await drop(page, ".file-field", "scan.pdf", "new Uint8Array(26_300_000)");
    await send(page).click();
    await page.getByText("scan.pdf has 26.3 MB").waitFor();
    expect((await taxOf("income", YEAR - 1))?.filing_status).toBe("review_required");

    await page.getByLabel("The PDF").setInputFiles(pdf("Return.pdf", "Form 1120"));
    await send(page).click();
    await page.getByText(`The income return of ${YEAR - 1} is recorded as filed`).waitFor();
    const tax = await taxOf("income", YEAR - 1);
    expect(tax).toMatchObject({
      filing_status: "filed",
      filed_elsewhere: true,
      jurisdictions: ["US", "US-CA", "US-NY"],
      documents: [{ type: "filed_return", filename: "Return.pdf" }],
    });
    expect(page.url()).toBe(`${address}?tax=${tax?.id ?? ""}`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download Return.pdf" }).click(),
    ]);
    const bytes: Buffer[] = [];
    for await (const piece of await download.createReadStream()) bytes.push(piece as Buffer);
    expect(Buffer.concat(bytes).equals(pdfOf("Form 1120"))).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("Delaware's report among the returns is refused, and recorded as what it is", LONG, async () => {
    const { context, page } = await visitConsole(setting, owner.user.email);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await page.goto(`${address}?do=income`);
    await page.getByLabel("The PDF").setInputFiles(pdf("report.pdf", DELAWARE_MARKER));
    await page.getByLabel("Prepared by").fill("Northwind Tax");
    await send(page).click();
    await page.getByRole("button", { name: "It is Delaware’s confirmation" }).click();
    await page.getByLabel("Tax year").fill(String(YEAR - 1));
    await send(page).click();
    await page.getByText(`Delaware’s confirmation of ${YEAR - 1} is recorded.`).waitFor();
    // The file was sent once.
    expect(sent.map((path) => path.replace("/app/api/v1", ""))).toEqual([
      "/files",
      "/taxes/income_uploads",
      "/taxes/franchise_uploads",
    ]);
    expect(await taxOf("franchise", YEAR - 1)).toMatchObject({
      filing_status: "filed",
      documents: [{ type: "filing_confirmation" }],
    });
    await context.close();
  });

  test(
    "a viewer only reads; a company without filings is told how they come; others see nothing",
    LONG,
    async () => {
      const visit = await visitConsole(setting, viewer.user.email);
      const tax = (await taxOf("income", YEAR - 1))?.id ?? "";
      await visit.page.goto(`${address}?tax=${tax}&do=income`);
      await visit.page.getByRole("list", { name: "Stages" }).waitFor();
      expect(await visit.page.getByRole("button", { name: /upload/i }).count()).toBe(0);
      await visit.context.close();

      // The sample company has none.
      const { context, page } = await visitConsole(setting, clerk.user.email);
      expect(await page.getByRole("link", { name: "Filings" }).count()).toBe(0);
      await page.goto(address);
      await page.getByText("You may not see this").waitFor();
      expect(await allFaultsOf(page)).toEqual([]);
      await context.close();
      const empty = await importCompany(
        setting.service,
        companyBundle({ users: [owner.user], members: [owner.member] }),
      );
      const first = await visitConsole(setting, owner.user.email);
      await first.page.goto(`${setting.origin}/app/c/${empty.id}/filings`);
      await first.page.getByText("No filings are recorded").waitFor();
      expect(await allFaultsOf(first.page)).toEqual([]);
      await first.context.close();
      expect(await empty.api.client.listTaxes().all()).toEqual([]);
    },
  );
});
