/** The list of spreadsheets over HTTP: its members, the search by name, order and pages. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { permissions, person } from "../../../../test/support/bundle.ts";
import { sheet } from "../../../../test/support/sheet-records.ts";
import { companyWith, planOf, sheetsOf } from "../../../../test/support/sheets.ts";

const http = await testApp();
const AT = 1_760_000_000;

const named = (id: string, name: string, created = AT) =>
  sheet(id, { A: { A1: 1 } }, { prefix: id, name, created });
const MANY = await companyWith(
  http,
  named("a", "Budget 2025"),
  named("b", "Forecast ΑΣ", AT + 10),
  named("c", "budget 2026", AT + 10),
  named("d", "100% _plan_", AT - 5),
  named("e", "Head  count", AT + 5),
);
const ALL = ["budget 2026", "Forecast ΑΣ", "Head  count", "Budget 2025", "100% _plan_"];

describe("GET /sheets", () => {
  test("returns an envelope of summaries with exactly four members and prefixed ids (SHEET-001, SHEET-002, SHEET-003, SHEET-109, GEN-016)", async () => {
    const page = await MANY.list();
    expect(Object.keys(page)).toEqual(["object", "url", "has_more", "next_cursor", "data"]);
    expect(page).toMatchObject({ object: "list", url: "/api/v1/sheets", has_more: false, next_cursor: null });
    expect(page.data).toHaveLength(ALL.length);
    for (const row of page.data) {
      expect(Object.keys(row)).toEqual(["id", "name", "url", "revision"]);
      expect(row.id).toMatch(/^sht_/);
      expect(Number.isInteger(row.revision)).toBe(true);
    }
  });

  test("links to the editor on the application's host (SHEET-092)", async () => {
    const [first] = (await MANY.list("?limit=1")).data;
    const url = new URL(first?.url ?? "");
    expect(url.protocol).toMatch(/^https?:$/);
    expect(url.pathname).toBe(`/app/c/${MANY.company.id}/sheets/${first?.id ?? ""}`);
    expect((await MANY.get("c")).url).toBe(first?.url);
  });

  test("returns the newest first; for the same time, the one that was created last (SHEET-010)", async () => {
    expect(await MANY.names()).toEqual(ALL);
  });

  test.each([
    ["budget", ["budget 2026", "Budget 2025"]],
    ["BUDGET 2025", ["Budget 2025"]],
    ["cast", ["Forecast ΑΣ"]],
    ["ας", ["Forecast ΑΣ"]],
    ["ασ", ["Forecast ΑΣ"]],
    ["%", ["100% _plan_"]],
    ["_", ["100% _plan_"]],
    ["  ", ["Head  count"]],
    ["d", ["budget 2026", "Head  count", "Budget 2025"]],
    ["nothing", []],
  ])(
    "finds by %j the names that contain it, whatever the letter case (SHEET-004, SHEET-005, SHEET-006)",
    async (query, names) => {
      expect(await MANY.names(`?query=${encodeURIComponent(query)}`)).toEqual(names);
    },
  );

  test("accepts a query of 256 characters, and refuses a longer or empty one (SHEET-007, SHEET-008, SHEET-009)", async () => {
    expect(await MANY.names(`?query=${"x".repeat(256)}`)).toEqual([]);
    expect(await MANY.names(`?query=${encodeURIComponent("😀".repeat(256))}`)).toEqual([]);
    for (const query of ["x".repeat(257), encodeURIComponent("😀".repeat(257)), ""])
      expect(await MANY.refusal(`?query=${query}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "query",
      });
  });

  test("returns pages of `limit` documents, which together are all documents (SHEET-011)", async () => {
    for (const query of ["", "query=t&"]) {
      const whole = await MANY.names(`?${query}`);
      for (const limit of [1, 2, 4]) {
        const names: string[] = [];
        for (let cursor = ""; ;) {
          const page = await MANY.list(`?${query}limit=${limit}${cursor}`);
          names.push(...page.data.map(({ name }) => name));
          if (page.next_cursor === null) break;
          expect(page.data).toHaveLength(limit);
          cursor = `&starting_after=${encodeURIComponent(page.next_cursor)}`;
        }
        expect(names).toEqual(whole);
      }
    }
    for (const limit of ["0", "501", "x", "-1", "1.5"])
      expect(await MANY.refusal(`?limit=${limit}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "limit",
      });
    expect(await MANY.names("?limit=500")).toEqual(ALL);
    expect(await MANY.names("?limit=")).toEqual(ALL);
  });

  test("continues correctly if a document was edited between two pages (SHEET-012)", async () => {
    const { list, write } = await companyWith(http, named("a", "One"), named("b", "Two", AT + 1));
    const { next_cursor } = await list("?limit=1");
    await write("b", "A", [5, 5], "edited");
    await write("a", "A", [5, 5], "edited");
    expect((await list(`?limit=1&starting_after=${next_cursor ?? ""}`)).data).toMatchObject([
      { name: "One", revision: 2 },
    ]);
  });

  test("refuses a cursor of another query, and an invalid one (SHEET-014)", async () => {
    const { next_cursor } = await MANY.list("?limit=1&query=b");
    const other = { status: 400, code: "invalid_request", param: "starting_after" };
    expect(await MANY.refusal(`?starting_after=${next_cursor ?? ""}`)).toMatchObject(other);
    expect(await MANY.refusal(`?starting_after=${next_cursor ?? ""}&query=bu`)).toMatchObject(other);
    expect(await MANY.list(`?starting_after=${next_cursor ?? ""}&query=B&limit=7`)).toMatchObject({
      has_more: false,
    });
    const foreign = await companyWith(http, named("a", "b"), named("b", "bb"));
    expect(await foreign.refusal(`?starting_after=${next_cursor ?? ""}&query=b`)).toMatchObject(other);
    for (const cursor of ["x", "sht_a", "cWyJhIl0", `${next_cursor ?? ""}x`])
      expect(await MANY.refusal(`?starting_after=${cursor}&query=b`)).toMatchObject({
        status: 404,
        code: "resource_missing",
      });
  });

  test("refuses unknown and repeated parameters (SHEET-013)", async () => {
    for (const name of ["name", "Query", "limits", "query[]", "limit[]"])
      expect(await MANY.refusal(`?${name}=1`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: name,
      });
    for (const name of ["limit", "query", "starting_after"])
      expect(await MANY.refusal(`?${name}=1&${name}=1`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: name,
      });
  });
});

describe("permissions", () => {
  const DETAIL = "/sheets/sht_plan";
  async function companyOf(forecast: "none" | "view" | "manage") {
    const owner = person("owner", permissions("none", { forecast }));
    const company = await http.company({
      journal: [],
      users: [owner.user],
      members: [owner.member],
      invitations: [],
      sheets: [sheet("plan", { A: { A1: "=1+1" } })],
    });
    return { company, ...sheetsOf(http, company) };
  }

  test.each([
    ["/sheets", "AUTH-067"],
    [DETAIL, "AUTH-068"],
    [`${DETAIL}?ranges=A1`, "AUTH-068"],
    [`${DETAIL}/cells?query=1`, "AUTH-069"],
  ])("GET %s requires only Forecast: View (%s)", async (target) => {
    const [without, viewer] = [await companyOf("none"), await companyOf("view")];
    const refusal = await http.refusal(target, { key: without.company.key });
    expect(refusal).toMatchObject({ status: 403, code: "insufficient_permission" });
    expect(refusal).not.toHaveProperty("param");
    await expect(viewer.company.read(target)).resolves.toBeDefined();
  });

  test("DELETE /sheets/{id} requires Forecast: Manage (AUTH-070)", async () => {
    const [viewer, manager] = [await companyOf("view"), await companyOf("manage")];
    const refusal = await http.refusal(`${DETAIL}?base_revision=1`, {
      key: viewer.company.key,
      method: "DELETE",
    });
    expect(refusal).toMatchObject({ status: 403, code: "insufficient_permission" });
    expect(refusal).not.toHaveProperty("param");
    expect(await viewer.names()).toEqual(["plan"]);
    expect((await manager.remove("plan", "?base_revision=1")).status).toBe(204);
  });
});

test("no operation creates or edits a spreadsheet (SHEET-116)", async () => {
  const { refusal, get } = await planOf(http, { A: { A1: 1 } });
  for (const [method, target] of [
    ["POST", ""],
    ["PUT", "/sht_plan"],
    ["PATCH", "/sht_plan"],
    ["POST", "/sht_plan"],
    ["POST", "/sht_plan/cells"],
    ["PATCH", "/sht_plan/cells"],
  ] as const) {
    expect(await refusal(target, { method, body: { name: "x" } })).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
  }
  expect(await get("plan")).toMatchObject({ name: "plan", revision: 1 });
});
