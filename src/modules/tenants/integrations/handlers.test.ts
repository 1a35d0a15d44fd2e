/** Integrations over HTTP, with the status that was last reported. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { permissions, person } from "../../../../test/support/bundle.ts";

const http = await testApp();

/** The published keys with their names. Callers rely on the keys, so none of them may ever be removed. */
const NAMES = {
  plaid: "Plaid",
  mercury: "Mercury",
  brex: "Brex",
  ramp: "Ramp",
  stripe: "Stripe",
  gusto: "Gusto",
  rippling: "Rippling",
  quickbooks_online: "QuickBooks Online",
  xero: "Xero",
  slack: "Slack",
  simplefin: "SimpleFIN",
};
/** The statuses of the specification, and `pending`, which only this product has. */
const STATUSES = ["connected", "not_connected", "requires_reconnect", "pending"] as const;

interface Listed {
  readonly object: "list";
  readonly url: string;
  readonly data: readonly {
    readonly object: string;
    readonly key: string;
    readonly name: string;
    readonly type: string;
    readonly status: string;
  }[];
}

const list = (company: { read<Body>(target: string): Promise<Body> }) =>
  company.read<Listed>("/integrations");

describe("the integrations of a company", () => {
  test("are returned in one unpaginated list, each with key, name, type and status (INTEG-001, INTEG-003, INTEG-004, INTEG-005, GEN-038)", async () => {
    const company = await http.company();
    const { object, url, data, ...more } = await list(company);
    expect([object, url, more]).toEqual(["list", "/api/v1/integrations", {}]);
    expect(new Set(data.map(({ key }) => key)).size).toBe(data.length);
    expect(Object.fromEntries(data.map(({ key, name }) => [key, name]))).toEqual(NAMES);
    // Those of the specification, and when a live feed was last read, if that is long ago.
    for (const each of data)
      expect(Object.keys(each)).toEqual(["object", "key", "name", "type", "status", "stale_since"]);
    // The types of the specification.
    expect([...new Set(data.map(({ type }) => type))].toSorted()).toEqual([
      "accounting",
      "banking",
      "notifications",
      "payments",
      "payroll",
    ]);
    expect(data.filter(({ type }) => type === "notifications").map(({ key }) => key)).toEqual(["slack"]);
  });

  test("are listed as not connected until a status is reported (INTEG-007)", async () => {
    const { data } = await list(await http.company());
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(["not_connected"]));
  });

  test("show the status that was reported last (INTEG-006, INTEG-008, INTEG-009)", async () => {
    const company = await http.company({
      integrations: [
        { key: "stripe", status: "pending" },
        { key: "plaid", status: "connected" },
      ],
    });
    const statusOf = async (key: string) =>
      (await list(company)).data.find((each) => each.key === key)?.status;
    expect([await statusOf("stripe"), await statusOf("plaid"), await statusOf("xero")]).toEqual([
      "pending",
      "connected",
      "not_connected",
    ]);
    for (const status of STATUSES) {
      await http.app.integrations.report(company.id, "plaid", { status, detail: "as reported" });
      expect(await statusOf("plaid")).toBe(status);
    }
    expect(await statusOf("stripe")).toBe("pending");
  });

  test("leave out integrations that are not available (INTEG-002)", async () => {
    const company = await http.company({
      integrations: [{ key: "xero", available: false, status: "connected" }],
    });
    const keys = async () => (await list(company)).data.map(({ key }) => key);
    expect(await keys()).not.toContain("xero");
    await http.app.integrations.report(company.id, "xero", { available: true });
    expect((await list(company)).data.find(({ key }) => key === "xero")).toMatchObject({
      status: "connected",
    });
    await http.app.integrations.report(company.id, "slack", { available: false });
    expect(await keys()).not.toContain("slack");
  });

  test("have a separate status in each company", async () => {
    const [one, two] = [await http.company(), await http.company()];
    await http.app.integrations.report(one.id, "gusto", { status: "connected" });
    expect((await list(two)).data.find(({ key }) => key === "gusto")?.status).toBe("not_connected");
  });

  test("require the permission Integrations: View (AUTH-053)", async () => {
    const allowed = person("allowed", permissions("none", { api_access: "manage", integrations: "view" }));
    const refused = person("refused", permissions("manage", { integrations: "none" }));
    const company = await http.company({
      users: [allowed.user, refused.user],
      members: [allowed.member, refused.member],
    });
    expect((await http.send("/integrations", { key: company.key })).status).toBe(200);
    const refusal = await http.refusal("/integrations", {
      key: await http.keyOf(company.id, refused.member.id),
    });
    expect([refusal.status, refusal.code, refusal.param]).toEqual([
      403,
      "insufficient_permission",
      undefined,
    ]);
  });
});

describe("a report", () => {
  test("of a new status removes the former detail; other reports keep status, detail and time", async () => {
    const { id } = await http.company();
    const now = http.app.clock.now();
    expect(
      await http.app.integrations.report(id, "plaid", {
        status: "requires_reconnect",
        detail: "Sign in again.",
      }),
    ).toMatchObject({ status: "requires_reconnect", detail: "Sign in again.", reported_at: now });
    expect(await http.app.integrations.report(id, "plaid", { available: false })).toMatchObject({
      available: false,
      detail: "Sign in again.",
      reported_at: now,
    });
    expect(await http.app.integrations.report(id, "plaid", { status: "connected" })).toMatchObject({
      status: "connected",
      detail: null,
      available: false,
    });
    await expect(http.app.integrations.report("comp_nobody" as typeof id, "plaid", {})).rejects.toMatchObject(
      { code: "resource_missing" },
    );
  });

  test("is exported to a bundle exactly as imported", async () => {
    const integrations = [
      {
        key: "gusto",
        available: true,
        status: "requires_reconnect",
        detail: "Expired.",
        reported_at: 1_700_000_000,
      },
      { key: "xero", available: false, status: "not_connected", detail: null, reported_at: null },
    ];
    const { id } = await http.company({ integrations });
    let text = "";
    for await (const piece of http.app.intake.exportBundle(id)) text += piece;
    expect((JSON.parse(text) as { integrations: unknown }).integrations).toEqual(integrations);
    await expect(http.company({ integrations: [{ key: "nowhere" }] })).rejects.toThrow(
      /integrations\[0\]\.key: must be one of plaid/,
    );
    await expect(http.company({ integrations: [{ key: "xero" }, { key: "xero" }] })).rejects.toThrow(
      /integrations\[1\]\.key: xero appears twice/,
    );
  });
});
