/**
 * The console's chart in Chromium: categories and departments are added, renamed, moved, given another
 * section of the cash flow statement, closed and deleted, after what that changes was shown. Each journey
 * ends by reading the same fact over the API.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  category,
  chart,
  companyBundle,
  cr,
  dr,
  permissions,
  person,
  SET_UP,
  voucher,
} from "../support/bundle.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, OWNER, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { pressAtOnce } from "./in-page.js";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

/** A category as a person may name it. */
const HOSTILE = `<script>window.hacked=1</script> \u0634\u0631\u0643\u0629 ${"\u0645".repeat(150)}`;

describeWith(CHROMIUM, "the console's chart in Chromium", () => {
  let setting: ConsoleSetting;
  let address: string;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    address = `${setting.origin}/app/c/${setting.company}/chart`;
  }, LONG.timeout);
  afterAll(() => setting.close());

  async function open(page: Page, query = ""): Promise<void> {
    await page.goto(`${address}${query}`);
    await page.locator(".ch-table, .none").first().waitFor();
  }

  const categories = () => setting.api.client.listCategories().all();
  const named = async (name: string) => (await categories()).find((each) => each.name === name);

  test("a category is added and renamed, with the keyboard", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find anything" }).waitFor();
    await page.keyboard.type("chart");
    await page.keyboard.press("Enter");
    await page.locator(".ch-table").waitFor();
    const all = await categories();
    expect(await page.locator(".ch-table").getAttribute("aria-rowcount")).toBe(`${all.length + 1}`);
    await page.getByRole("button", { name: "Add a category" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Name").waitFor();
    await page.keyboard.type("Podcasts");
    await page.keyboard.press("Enter");
    await page.getByText("Podcasts is added.").waitFor();
    expect(await named("Podcasts")).toMatchObject({ account_type: "expense", tier: 1 });
    await page.getByLabel("Name").fill("Radio and podcasts");
    await page.keyboard.press("Enter");
    await page.getByText(/^Radio and podcasts is changed\./).waitFor();
    const renamed = await named("Radio and podcasts");
    expect(await named("Podcasts")).toBeUndefined();
    await page.keyboard.press("Escape");
    await page.locator(".panel").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement?.dataset.opens")).toBe(renamed?.id);
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.locator(".panel").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("what a move and a section change is shown first, and only then made", LONG, async () => {
    const owner = person("owner");
    const { id, api } = await importCompany(
      setting.service,
      companyBundle({
        users: [owner.user],
        members: [owner.member],
        departments: [],
        categories: chart(
          category("cash", "Cash", "asset", "cash"),
          category("reserve", "Reserve Savings", "asset", "working_capital"),
          category("travel", "Travel", "expense", null),
          category("taxi", "Taxi", "expense", null),
        ),
        journal: [
          voucher("2025-02-10", "To the savings", [dr("reserve", 300_00), cr("cash", 300_00)]),
          voucher("2025-04-05", "To the airport", [dr("taxi", 50_00), cr("cash", 50_00)]),
        ],
      }),
    );
    await setPassword(setting, owner.user.email);
    const { context, page, complaints } = await visitConsole(setting, owner.user.email);
    const choose = async (parent: string) => {
      await page.getByRole("button", { name: /^Parent/ }).click();
      await page.locator(".picker input").fill(parent);
      await page.keyboard.press("Enter");
    };
    const at = (one: string) => page.goto(`${setting.origin}/app/c/${id}/chart?category=${one}`);
    const taxi = async () => (await api.client.listCategories().all()).find((each) => each.id === "cat_taxi");
    await at("cat_taxi");
    await choose("Travel");
    await page.getByText("This changes the income statement, in 2025-04.").waitFor();
    expect(await taxi()).toMatchObject({ parent_id: null });
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Parent: The top of the chart" }).waitFor();
    await choose("Travel");
    await page.getByRole("button", { name: "Change it" }).click();
    await page.getByText("It changed the income statement, in 2025-04.").waitFor();
    expect(await taxi()).toMatchObject({ parent_id: "cat_travel", tier: 2 });

    await at("cat_reserve");
    await page.getByLabel("Section of the cash flow statement").selectOption("investing");
    await page.getByText("This changes the cash flow statement, in 2025-02.").waitFor();
    expect(await allFaultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Change it" }).click();
    await page.getByText("It changed the cash flow statement, in 2025-02.").waitFor();
    const flow = await api.read("/reports/cash_flow", { start_date: "2025-01-01", end_date: "2025-12-31" });
    expect(flow).toMatchObject({ investing_activities: { total_cents: -300_00 } });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(
    "a category takes another place, becomes inactive, and is merged into another (CHART-003)",
    LONG,
    async () => {
      const owner = person("owner");
      const { id, api } = await importCompany(
        setting.service,
        companyBundle({
          users: [owner.user],
          members: [owner.member],
          departments: [],
          categories: chart(
            category("cash", "Cash", "asset", "cash"),
            category("rent", "Rent", "expense", null),
            category("taxi", "Taxi", "expense", null),
            category("cabs", "Cabs", "expense", null),
          ),
          journal: [
            voucher("2025-04-05", "To the airport", [dr("taxi", 50_00), cr("cash", 50_00)]),
            voucher("2025-04-09", "Back", [dr("cabs", 40_00), cr("cash", 40_00)]),
          ],
          rules: [
            {
              id: "rule_cab",
              name: "Drivers",
              conditions: [{ field: "description", operator: "contains", value: "cab" }],
              category_id: "cat_cabs",
            },
          ],
        }),
      );
      await setPassword(setting, owner.user.email);
      const { context, page, complaints } = await visitConsole(setting, owner.user.email);
      const at = (one: string) => page.goto(`${setting.origin}/app/c/${id}/chart?category=${one}`);
      const choose = async (field: RegExp, name: string) => {
        await page.getByRole("button", { name: field }).click();
        await page.locator(".picker input").fill(name);
        await page.keyboard.press("Enter");
      };
      const make = () => page.getByRole("button", { name: "Change it" }).click();
      const rows = () => api.client.listCategories().all();

      await at("cat_cabs");
      await page.getByRole("button", { name: "Stands before: The end" }).waitFor();
      await choose(/^Stands before/, "Rent");
      await page.getByText("This changes no figure of any statement.").waitFor();
      await make();
      await page.getByText(/^Cabs is changed/).waitFor();
      expect((await rows()).map((row) => row.id)).toEqual(["cat_cash", "cat_cabs", "cat_rent", "cat_taxi"]);

      await page.getByRole("button", { name: "Make it inactive" }).click();
      await page.getByText(/is used by the rule Drivers\. Change or end these first/).waitFor();
      expect(await page.getByRole("button", { name: "Change it" }).isDisabled()).toBe(true);
      await at("cat_rent");
      await page.getByRole("button", { name: "Make it inactive" }).click();
      await make();
      await page.getByText("Nothing new: it is inactive").first().waitFor();
      expect((await rows()).find((row) => row.id === "cat_rent")).toMatchObject({ inactive: true });

      await at("cat_cabs");
      await choose(/^Merge into/, "Taxi");
      await page.getByText("This changes the income statement, in 2025-04.").waitFor();
      expect(await allFaultsOf(page)).toEqual([]);
      await make();
      await page.getByText(/^Cabs is merged into Taxi\./).waitFor();
      await page.getByRole("heading", { name: "Taxi" }).waitFor();
      expect(await api.read("/rules/rule_cab")).toMatchObject({ category_id: "cat_taxi" });
      expect(
        await api.read("/aggregations/total", {
          category_id: "cat_taxi",
          start_date: "2025-04-01",
          end_date: "2025-04-30",
        }),
      ).toMatchObject({ total_cents: -90_00 });
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test("what closed books refuse is said before it can be made", LONG, async () => {
    const { context, page } = await visitConsole(setting, OWNER);
    await open(page, "?category=cat_advertising");
    await page.getByRole("button", { name: /^Parent/ }).click();
    await page.keyboard.press("Enter");
    await page.getByText(/^The books are closed through/).waitFor();
    expect(await page.getByRole("button", { name: "Change it" }).isDisabled()).toBe(true);
    await context.close();
  });

  test(
    "departments are added, moved, closed and deleted, after what that changes was shown",
    LONG,
    async () => {
      const owner = person("owner");
      const { id, api } = await importCompany(
        setting.service,
        companyBundle({
          users: [owner.user],
          members: [owner.member],
          departments: [
            {
              id: "dept_sales",
              name: "Sales",
              parent_id: null,
              position: 0,
              assignable: true,
              created: SET_UP,
            },
          ],
          categories: chart(
            category("cash", "Cash", "asset", "cash"),
            category("travel", "Travel", "expense", null),
          ),
          journal: [
            voucher("2025-04-05", "To a customer", [
              dr("travel", 50_00, { department: "sales" }),
              cr("cash", 50_00),
            ]),
          ],
        }),
      );
      await setPassword(setting, owner.user.email);
      const { context, page, complaints } = await visitConsole(setting, owner.user.email);
      const departments = () => api.client.listDepartments().all();
      const one = async (name: string) => (await departments()).find((each) => each.name === name);
      await page.goto(`${setting.origin}/app/c/${id}/chart`);
      await page.getByRole("link", { name: "Departments" }).click();
      await page.getByRole("button", { name: "Add a department" }).click();
      await page.getByLabel("Name").fill("Everything");
      await page.keyboard.press("Enter");
      await page.getByText("Everything is added.").waitFor();
      expect(await one("Everything")).toMatchObject({ tier: 1, assignable: true });

      await page.getByRole("button", { name: "Sales" }).click();
      await page.locator(".panel h2", { hasText: "Sales" }).waitFor();
      await page.getByRole("button", { name: /^Parent/ }).click();
      await page.locator(".picker input").fill("every");
      await page.keyboard.press("Enter");
      await page
        .getByText(
          "This changes the income statement by department, in 2025-04. Everything can’t be assigned",
        )
        .waitFor();
      expect(await one("Sales")).toMatchObject({ parent_id: null });
      await page.getByRole("button", { name: "Change it" }).click();
      await page.getByText(/^Sales is changed\. It changed the income statement/).waitFor();
      expect(await one("Sales")).toMatchObject({ parent_id: (await one("Everything"))?.id, tier: 2 });

      await page.getByRole("button", { name: "Delete it" }).click();
      await page.getByText("Sales has journal entries from 2025-04 to 2025-04").waitFor();
      expect(await page.getByRole("button", { name: "Delete it now" }).isDisabled()).toBe(true);
      expect(await allFaultsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Keep it" }).click();
      await page.getByRole("button", { name: "Close it to new amounts" }).click();
      await page.getByRole("button", { name: "Change it" }).click();
      await page.getByText("Sales can’t be assigned any more").waitFor();
      // The preview says the same.
      await expect.poll(() => one("Sales")).toMatchObject({ assignable: false });

      await page.getByRole("button", { name: "Add a department" }).click();
      await page.getByLabel("Name").fill("Short-lived");
      await page.keyboard.press("Enter");
      await page.getByText("Short-lived is added.").waitFor();
      await page.getByRole("button", { name: "Delete it" }).click();
      await page.getByRole("button", { name: "Delete it now" }).click();
      await page.getByText("Short-lived is deleted.").waitFor();
      expect((await departments()).map(({ name }) => name).toSorted()).toEqual(["Everything", "Sales"]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test("ten thousand categories: only those in sight are in the page, and each is found", LONG, async () => {
    const owner = person("owner");
    const many = Array.from({ length: 10_000 }, (_each, at) => ({
      id: `cat_many${at}`,
      name: `Cost ${at}`,
      account_type: "expense" as const,
      cash_flow: null,
      position: at,
      parent_id: null,
      created: SET_UP,
    }));
    const { id } = await importCompany(
      setting.service,
      companyBundle({
        users: [owner.user],
        members: [owner.member],
        departments: [],
        categories: [...chart(category("cash", "Cash", "asset", "cash")), ...many],
        journal: [],
      }),
    );
    await setPassword(setting, owner.user.email);
    const { context, page, complaints } = await visitConsole(setting, owner.user.email);
    await page.goto(`${setting.origin}/app/c/${id}/chart?category=cat_many9000`);
    // What the address opens is in sight.
    await page.locator('[data-opens="cat_many9000"]').waitFor();
    const rows = () => page.locator(".ch-table tbody th").count();
    expect(await rows()).toBeLessThan(80);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate("document.activeElement?.dataset.opens")).toBe("cat_many9000");
    for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press("j");
    await expect.poll(() => page.evaluate("document.activeElement?.dataset.opens")).toBe("cat_many9030");
    // No press is lost when they come faster than rows are drawn.
    await page.evaluate(pressAtOnce, { key: "k", presses: 200 });
    await expect.poll(() => page.evaluate("document.activeElement?.dataset.opens")).toBe("cat_many8830");
    expect(await rows()).toBeLessThan(80);
    await page.getByLabel("Find a category").fill("cost 9999");
    await page.getByRole("button", { name: "Cost 9999" }).click();
    await page.getByRole("button", { name: /^Parent/ }).click();
    await page.locator(".picker input").fill("cost 777");
    expect(await page.locator(".picker li").count()).toBeLessThan(40);
    await page.keyboard.press("Enter");
    await page.getByText("This changes no figure of any statement.").waitFor();
    await page.goto(`${setting.origin}/app/c/${id}/journal?new=opening`);
    await page.getByLabel("Debit of Cash").waitFor();
    expect(await page.locator(".jr-balances input").count()).toBeLessThan(120);
    await page.getByLabel("Find a category").fill("cost 9876");
    await page.getByLabel("Debit of Cost 9876").fill("5");
    await page.getByLabel("Find a category").fill("");
    await page.getByText("Debits 5.00").waitFor();
    await page.goto(`${setting.origin}/app/c/${id}/chart`);
    await page.locator(".ch-table tbody th").first().waitFor();
    const pages = (await page.pdf()).toString("latin1").match(/\/Type \/Page\b/g)?.length;
    expect(pages, "all rows are on paper").toBeGreaterThan(100);
    await expect.poll(rows).toBeLessThan(80);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a viewer only reads, and names are only text", LONG, async () => {
    const owner = person("owner");
    const viewer = person("viewer", permissions("view", { api_access: "none" }));
    const bundle = companyBundle({
      users: [owner.user, viewer.user],
      members: [owner.member, viewer.member],
    });
    const company = await importCompany(setting.service, {
      ...bundle,
      categories: bundle.categories.map((each, at) => ({ ...each, name: `${HOSTILE} ${at}` })),
    });
    await setPassword(setting, viewer.user.email);
    const { context, page, complaints } = await visitConsole(setting, viewer.user.email);
    await page.goto(`${setting.origin}/app/c/${company.id}/chart`);
    await page.locator(".ch-table").waitFor();
    expect(await page.locator(".ch-table").innerText()).toContain("<script>");
    await page.locator(".list-name").first().click();
    await page.locator(".panel .facts").waitFor();
    expect(await page.getByRole("button", { name: "Add a category" }).count()).toBe(0);
    expect(await page.getByLabel("Name").count()).toBe(0);
    expect(await page.evaluate("window.hacked === undefined")).toBe(true);
    expect(await allFaultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
