/** Deleting spreadsheets over HTTP: the required revision, the deleted content, and races. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { exported } from "../../../../test/support/import.ts";
import { planOf } from "../../../../test/support/sheets.ts";

const http = await testApp();
const newPlan = () =>
  planOf(
    http,
    { A: { A1: "x" }, B: { A1: "=A!A1" } },
    { revision: 3, names: [{ name: "Rate", formula: "=1" }] },
  );

describe("DELETE /sheets/{id}", () => {
  test("deletes the document with all its content if the revision is the current one (SHEET-080, SHEET-081, SHEET-088)", async () => {
    const { remove, refusal, list, company } = await newPlan();
    const answer = await remove("plan", "?base_revision=3");
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await list()).data).toEqual([]);
    for (const target of ["/sht_plan", "/sht_plan?ranges=A!A1", "/sht_plan/cells?query=x"])
      expect(await refusal(target)).toMatchObject({ status: 404, code: "resource_missing" });
    expect(await refusal("/sht_plan?base_revision=3", { method: "DELETE" })).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
    expect(JSON.parse(await exported(http.app, company.id))).toMatchObject({ sheets: [] });
  });

  test.each(["2", "4", "0", "-1", "999999999999999999999", "9007199254740993"])(
    "deletes nothing for the revision %s, and tells the current one (SHEET-082, SHEET-083, GEN-062, GEN-085)",
    async (revision) => {
      const { refusal, get } = await newPlan();
      const refused = await refusal(`/sht_plan?base_revision=${revision}`, { method: "DELETE" });
      expect(refused).toMatchObject({
        status: 409,
        type: "invalid_request_error",
        code: "revision_conflict",
        message:
          "The spreadsheet was changed since that revision; `error.current_revision` is the present one.",
        current_revision: (await get("plan")).revision,
      });
      expect(Number.isInteger(refused.current_revision)).toBe(true);
    },
  );

  test("requires a revision (SHEET-084)", async () => {
    const { refusal, names } = await newPlan();
    expect(await refusal("/sht_plan", { method: "DELETE" })).toMatchObject({
      status: 400,
      code: "parameter_missing",
      param: "base_revision",
    });
    expect(await names()).toEqual(["plan"]);
  });

  test.each(["", "x", "3.0", "3.5", "+3", "03", "3e0", "%203", "0x3", "null", "٣"])(
    "refuses the revision %j, which is not a whole number (SHEET-085)",
    async (revision) => {
      const { refusal, names } = await newPlan();
      expect(await refusal(`/sht_plan?base_revision=${revision}`, { method: "DELETE" })).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "base_revision",
      });
      expect(await names()).toEqual(["plan"]);
    },
  );

  test.each([[{}], ["{}"], ["x"], [" "], ["null"], [{ base_revision: 3 }]])(
    "takes no body, not even %j (SHEET-086)",
    async (body) => {
      const { refusal, names } = await newPlan();
      expect(await refusal("/sht_plan?base_revision=3", { method: "DELETE", body })).toMatchObject({
        status: 400,
        code: "invalid_request",
      });
      expect(await names()).toEqual(["plan"]);
    },
  );

  test.each(["force=true", "Base_revision=3", "base_revision[]=3", "base_revision=3", "revision=3"])(
    "refuses the parameter of %s (SHEET-087)",
    async (pair) => {
      const { refusal, names } = await newPlan();
      expect(await refusal(`/sht_plan?base_revision=3&${pair}`, { method: "DELETE" })).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: pair.split("=")[0],
      });
      expect(await names()).toEqual(["plan"]);
    },
  );

  test("is a 404 for an unknown document (SHEET-089)", async () => {
    const [mine, other] = [await newPlan(), await planOf(http, { A: {} }, { id: "sht_foreign" })];
    for (const id of ["sht_foreign", "sht_unknown", "x"])
      expect(await mine.refusal(`/${id}?base_revision=1`, { method: "DELETE" })).toMatchObject({
        status: 404,
        code: "resource_missing",
      });
    expect(await other.names()).toEqual(["plan"]);
  });
});

describe("races", () => {
  test("of two deletions: one succeeds (SHEET-090)", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { remove } = await newPlan();
      const statuses = (
        await Promise.all([
          remove("plan", "?base_revision=3"),
          remove("plan", "?base_revision=3"),
          remove("plan", "?base_revision=3"),
        ])
      ).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 404, 404]);
    }
  });

  test("with an edit never delete a newer revision (SHEET-091)", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { remove, write, list } = await newPlan();
      const [deleted, edited] = await Promise.all([
        remove("plan", "?base_revision=3"),
        write("plan", "A", [0, 0], "newer").catch((error: unknown) => error),
      ]);
      const left = (await list()).data;
      if (deleted.status === 204) {
        expect(edited).toMatchObject({ code: "resource_missing" });
        expect(left).toEqual([]);
      } else {
        expect(deleted).toMatchObject({
          status: 409,
          body: { error: { code: "revision_conflict", current_revision: 4 } },
        });
        expect(left).toMatchObject([{ revision: 4 }]);
      }
    }
  });

  test("of edits: one of those with the same base revision succeeds, and all those without one", async () => {
    const { edit, get } = await newPlan();
    const write = (row: number, base: number | null) =>
      edit("plan", { kind: "cells", cells: [{ worksheet: "A", row, column: 1, value: row }] }, base);
    const outcomes = await Promise.allSettled([write(0, 3), write(1, 3), write(2, 3)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await get("plan")).revision).toBe(4);
    await Promise.all(Array.from({ length: 8 }, (_, row) => write(row + 10, null)));
    expect((await get("plan", "ranges=A!B11:B18")).ranges?.[0]?.values?.flat()).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17,
    ]);
    expect((await get("plan")).revision).toBe(12);
  });
});
