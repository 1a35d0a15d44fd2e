/**
 * The month close in Chromium: a month with open items is closed with a reason and opened again with one,
 * what is open leads to its list, and who may only read reads. Each journey ends by reading the same fact
 * over the API.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, permissions, person } from "../support/bundle.ts";
import { FEED, transaction } from "../support/feed.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

interface Closings {
  readonly data: readonly {
    readonly action: string;
    readonly through: string;
    readonly actor: string | null;
    readonly reason: string | null;
    readonly checklist: readonly { readonly item: string; readonly state: string }[] | null;
  }[];
}

describeWith(CHROMIUM, "the month close in Chromium", () => {
  let setting: ConsoleSetting;
  let company: string;
  const [owner, viewer] = [person("owner"), person("viewer", permissions("view"))];

  beforeAll(async () => {
    setting = await startConsole();
    const bundle = companyBundle({
      ...FEED,
      users: [owner.user, viewer.user],
      members: [owner.member, viewer.member],
      transfers: [],
      transactions: [
        transaction("late", -45_67, { category_id: "cat_uncategorized_expenses", date: "2026-04-20" }),
        transaction("sale", 250_50, { category_id: "cat_services", date: "2026-05-02" }),
      ],
      closing: { closed_through: "2026-03-31" },
    });
    company = (await importCompany(setting.service, bundle)).id;
    for (const { user } of [owner, viewer]) await setPassword(setting, user.email);
  }, LONG.timeout);
  afterAll(() => setting.close());

  /** Reads an operation of the console as its page does. */
  const readAs = <Answer>(page: Page, path: string): Promise<Answer> =>
    page.evaluate(
      async ([address, id]) =>
        (await fetch(address ?? "", { headers: { "Daybook-Company": id ?? "" } })).json() as Promise<Answer>,
      [`/app/api${path}`, company] as const,
    );

  async function visit(email: string) {
    const visited = await visitConsole(setting, email);
    await visited.page.goto(`${setting.origin}/app/c/${company}/close`);
    await visited.page.getByRole("heading", { name: "Close April 2026" }).waitFor();
    return visited;
  }

  test("a month is closed with a reason, and opened again with one (CLOSE-008)", LONG, async () => {
    const { context, page, complaints } = await visit(owner.user.email);
    expect(await allFaultsOf(page)).toEqual([]);
    // With open items the button says why it does nothing.
    const close = page.getByRole("button", { name: "Close April", exact: true });
    expect(await close.getAttribute("aria-disabled")).toBe("true");
    await page.getByText(/^\d+ steps left$/).waitFor();

    await page.getByRole("link", { name: "Review: Transactions are categorized" }).click();
    await page.waitForURL(/transactions\?.*category=none/);
    await page.getByText("Payment late").first().waitFor();
    await page.goBack();

    await page.getByRole("button", { name: "Close anyway…" }).click();
    await page.getByLabel("Reason").fill("The card's statement comes late");
    expect(await allFaultsOf(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Close April", exact: true }).click();
    await page.getByRole("heading", { name: "Close May 2026" }).waitFor();
    await page.getByText("The card's statement comes late").waitFor();
    const [closed] = (await readAs<Closings>(page, "/closings")).data;
    expect(closed).toMatchObject({
      action: "closed",
      through: "2026-04-30",
      actor: owner.user.id,
      reason: "The card's statement comes late",
    });
    expect(closed?.checklist).toContainEqual(
      expect.objectContaining({ item: "uncategorized", state: "open" }),
    );

    await page.getByRole("button", { name: "Open again…" }).click();
    await page.getByLabel("Reason").fill("A late invoice");
    await page.getByRole("dialog").getByRole("button", { name: "Open the books" }).click();
    await page.getByText("The books are open.").waitFor();
    expect(await readAs(page, "/closing")).toMatchObject({ closed_through: null });
    expect((await readAs<Closings>(page, "/closings")).data[0]).toMatchObject({
      action: "opened",
      through: "2026-04-30",
      reason: "A late invoice",
    });
    // As it was, for who comes after.
    await page.goto(`${setting.origin}/app/c/${company}/close?through=2026-03-31`);
    await page.getByRole("button", { name: "Close anyway…" }).click();
    await page.getByLabel("Reason").fill("As filed");
    await page.getByRole("dialog").getByRole("button", { name: "Close March", exact: true }).click();
    await page.getByText("As filed").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("who may only read sees the checklist and the record, and no way to close", LONG, async () => {
    const { context, page, complaints } = await visit(viewer.user.email);
    await page.getByRole("heading", { name: "Closed months" }).waitFor();
    await page.getByText("Closing takes whoever manages the company and its accounts.").waitFor();
    for (const name of ["Close April", "Close anyway…", "Open again…"])
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
    expect(await allFaultsOf(page)).toEqual([]);
    expect(await readAs(page, "/close_checklist")).toMatchObject({ through: "2026-04-30" });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
