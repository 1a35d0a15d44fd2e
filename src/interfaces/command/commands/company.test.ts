/** Companies that a command creates: sound books with a chart, an owner, a key and a link to sign in. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { newBrowser } from "../../../../test/support/console.ts";
import { forOperator } from "@daybook/words/areas";
import { present } from "@daybook/words/assert";
import type { PublicId } from "@daybook/words/public-id";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { COMPANY_COMMANDS } from "./company.ts";

const http = await testApp();
const { app } = http;

const create = present(
  COMPANY_COMMANDS.find(({ name }) => name === "company create"),
  "there is no such command",
);

interface Created {
  readonly company_id: PublicId<"company">;
  readonly api_key: string;
  readonly entity_type: string;
  readonly sign_in: string;
}

let owners = 0;
const newOwner = (): string => `owner-${(owners += 1)}@created.example.com`;

async function run(options: Readonly<Record<string, string>>): Promise<{ made: Created; shown: string }> {
  const args = readFields(create.fields, { name: "Acme, Inc.", ...options });
  const signal = new AbortController().signal;
  const made = await runDatabaseCommand(create, app, args, { report: () => {}, signal, operator: "ada" });
  return { made: made as Created, shown: create.show(made, args) };
}

describe("a company that is created", () => {
  test("has a profile, books that verify and categories for accounts, without any entry", async () => {
    const owner_email = newOwner();
    const { made, shown } = await run({ owner_email, chart: "retail", fiscal_year_start: "7" });
    expect(await http.read("/company", made.api_key)).toMatchObject({
      id: made.company_id,
      name: "Acme, Inc.",
      entity_type: "c_corp",
    });
    const company = (await app.company.list()).find(({ id }) => id === made.company_id);
    expect(company).toMatchObject({
      plan: "enterprise",
      subscription_status: "active",
      fiscal_year_start_month: 7,
    });
    expect(await app.ledger.verify(made.company_id)).toMatchObject({ ok: true, entries: 0 });
    for (const [type, category_id] of [
      ["checking", "cat_operating-checking"],
      ["credit", "cat_business-credit-card"],
    ])
      expect(
        await http.send("/accounts", { method: "POST", key: made.api_key, body: { name: "Bank", type } }),
      ).toMatchObject({ status: 201, body: { category_id } });
    for (const part of [made.company_id, made.api_key, made.sign_in]) expect(shown).toContain(part);
  });

  test("has an owner who may do everything and sets a password by the link", async () => {
    const owner_email = newOwner();
    const { made } = await run({ owner_email });
    expect(await app.access.listMembers(made.company_id)).toMatchObject([
      { email: owner_email, permissions: { api_access: "manage", reports: "manage" } },
    ]);
    const { pathname, search } = new URL(made.sign_in);
    const page = await newBrowser().visit(`${pathname}${search}`);
    expect([page.status, page.html]).toEqual([200, expect.stringContaining(owner_email)]);
  });

  test("is a nonprofit with the chart of one, unless another legal form is named", async () => {
    const { made } = await run({ owner_email: newOwner(), chart: "nonprofit" });
    expect(made.entity_type).toBe("nonprofit");
    const other = await run({ owner_email: newOwner(), chart: "nonprofit", entity_type: "llc" });
    expect(other.made.entity_type).toBe("llc");
  });

  test("is recorded in the audit trail", async () => {
    const { made } = await run({ owner_email: newOwner() });
    expect(await app.audit.list(forOperator(made.company_id), {}, 10)).toMatchObject([
      { surface: "command", actor: "ada", action: "company create" },
    ]);
  });
});

test("a deactivated owner is refused, and no company is left", async () => {
  const owner_email = newOwner();
  await run({ owner_email });
  await app.access.setUserActive(owner_email, false);
  const before = (await app.company.list()).length;
  await expect(run({ owner_email })).rejects.toMatchObject({ code: "invalid_request", param: "owner_email" });
  expect(await app.company.list()).toHaveLength(before);
});

test("a name or an owner that is left out is refused by its name", () => {
  expect(() => readFields(create.fields, { name: "Acme" })).toThrow("--owner-email is required");
  expect(() => readFields(create.fields, { owner_email: "ada@example.com" })).toThrow("<name> is required");
});
