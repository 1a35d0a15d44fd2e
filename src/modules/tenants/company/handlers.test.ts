/** The company's profile over HTTP: every stored field in its documented form. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { SET_UP } from "../../../../test/support/bundle.ts";
import { LIMITS } from "@daybook/words/limits";
import { ENTITY_TYPES } from "@daybook/words/company-words";

const http = await testApp();

describe("the company", () => {
  test("is returned without an envelope, with every field of its profile (COMP-001, COMP-008, COMP-009, COMP-010, COMP-015)", async () => {
    const company = await http.company();
    const answer = await http.send("/company", { key: company.key });
    expect(answer.status).toBe(200);
    expect(answer.body).toStrictEqual({
      id: company.id,
      object: "company",
      name: "Harbor Pine",
      legal_name: "Harbor Pine, Inc.",
      entity_type: "c_corp",
      federal_ein_last4: "0421",
      incorporation: { date: "2024-12-20", state: "DE" },
      legal_address: {
        line_1: "12 Pine Street",
        line_2: null,
        city: "Palo Alto",
        state: "CA",
        postal_code: "94303",
        country: "US",
      },
      created: SET_UP,
    });
    expect(company.id).toMatch(/^comp_/);
  });

  test("has no path with an id (COMP-002)", async () => {
    const { id, key } = await http.company();
    for (const path of [`/company/${id}`, "/company/comp_other", `/companies/${id}`, "/company/me"]) {
      expect(await http.refusal(path, { key })).toMatchObject({ status: 404, code: "resource_missing" });
    }
  });

  test("names on one line who prepared its statements, whoever says so", async () => {
    const { id } = await http.company();
    const change = (prepared_by: string) => http.app.company.change(id, { prepared_by });
    expect(await change("👍".repeat(200))).toMatchObject({ prepared_by: "👍".repeat(200) });
    for (const refused of ["Quay\nAccounting", "Quay\u001b[2J", " ", "x".repeat(201)])
      await expect(change(refused)).rejects.toMatchObject({
        code: "invalid_request",
        param: "prepared_by",
        message:
          "Who prepared the statements must be a name of 1 to 200 characters on one line, in which something shows and nothing hides.",
      });
  });

  test("has its legal form from a fixed set (COMP-011)", async () => {
    expect(ENTITY_TYPES).toEqual([
      "c_corp",
      "s_corp",
      "llc",
      "partnership",
      "sole_proprietorship",
      "nonprofit",
    ]);
    for (const entity_type of ENTITY_TYPES)
      expect(await (await http.company({ company: { entity_type } })).read("/company")).toMatchObject({
        entity_type,
      });
    // No company can have another legal form, because the import refuses it.
    await expect(http.company({ company: { entity_type: "guild" as "llc" } })).rejects.toThrow(/entity_type/);
  });

  test("keeps leading zeros in the last four digits of its employer number (COMP-012)", async () => {
    for (const digits of ["0000", "0042", "9999"])
      expect(
        await (await http.company({ company: { federal_ein_last4: digits } })).read("/company"),
      ).toMatchObject({ federal_ein_last4: digits });
    for (const wrong of ["421", "00421", "abcd", "12 4"])
      await expect(http.company({ company: { federal_ein_last4: wrong } })).rejects.toThrow(
        /federal_ein_last4/,
      );
  });

  test("shows the day and the state of incorporation (COMP-013)", async () => {
    const company = await http.company({ company: { incorporation: { date: "1999-12-31", state: "WY" } } });
    expect((await company.read("/company"))["incorporation"]).toStrictEqual({
      date: "1999-12-31",
      state: "WY",
    });
  });

  test("shows its legal address line by line (COMP-014)", async () => {
    const legal_address = {
      line_1: "1 Rue Élysée",
      line_2: "2e étage",
      city: "Paris",
      state: "Île-de-France",
      postal_code: "075 01",
      country: "FR",
    };
    const company = await http.company({ company: { legal_address } });
    expect((await company.read("/company"))["legal_address"]).toStrictEqual(legal_address);
  });
});

test("bundles and commands both enforce the limit on features", async () => {
  const most = LIMITS.features.value;
  const names = Array.from({ length: most + 1 }, (_, index) => `feature_${index}`);
  await expect(http.company({ features: names })).rejects.toThrow(
    new RegExp(`features\\[${most}\\].*at most ${most}`),
  );
  const { id } = await http.company({ features: names.slice(1) });
  await expect(http.app.company.setFeature(id, "feature_0", true)).rejects.toMatchObject({
    code: "invalid_request",
    param: "feature",
  });
  expect(await http.app.company.listFeatures(id)).toEqual(names.slice(1).toSorted());
  // At the limit, a feature that is on already can be set again, and disabling a feature makes room.
  expect(await http.app.company.setFeature(id, "feature_1", true)).toHaveLength(most);
  expect(await http.app.company.setFeature(id, "feature_2", false)).toHaveLength(most - 1);
  expect(await http.app.company.setFeature(id, "feature_0", true)).toContain("feature_0");
});
