/**
 * Tax records over HTTP: filters, statuses, jurisdictions, documents with expiring links, and records that
 * are not ready.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import { fetchLink } from "../../../../test/support/exports.ts";
import { uncountedOf } from "../../../../test/support/state.ts";
import { franchise, income } from "../../../../test/support/tax-records.ts";
import { type List, storedDocument, type Tax } from "../../../../test/support/taxes.ts";

const http = await testApp();
const TAXES = "/taxes";
const FILED_AT = 1_712_000_000;

/** A company whose id is known before its tax records are imported, so that documents can be stored first. */
const fresh = await http.company();
const draft = await storedDocument(http, fresh.id, "draft.pdf");
const final = await storedDocument(http, fresh.id, "final.pdf");
const confirmed = await storedDocument(http, fresh.id, "confirmed.pdf");
const company: TestCompany = fresh;
await http.put({
  ...fresh.bundle,
  journal: [],
  taxes: [
    income(2025, {
      states: ["CA", "Republic of Texas"],
      filing_status: "review_required",
      document: draft,
      extension_filed_at: FILED_AT,
      created: 5_000,
      updated: 6_000,
    }),
    income(2024, {
      states: ["California", "new york", "D.C."],
      filing_status: "filed",
      filed_at: FILED_AT,
      document: final,
      created: 4_000,
    }),
    income(2023, {
      filing_status: "filed",
      filed_elsewhere: true,
      tax_firm: "Tick & Tie LLP",
      created: 4_000,
    }),
    income(2022, { filing_status: "preparing", created: 3_000 }),
    franchise(2025, { filing_status: "onboarding", created: 2_000 }),
    franchise(2024, { filing_status: "filing", created: 1_000 }),
    franchise(2023, { filing_status: "filed", filed_elsewhere: true, document: confirmed, created: 500 }),
    franchise(2022, { filing_status: "review_required", created: 400 }),
    income(2021, { staff_only: true, created: 9_000 }),
  ],
});
const { key } = company;
const list = async (query = ""): Promise<readonly Tax[]> =>
  (await company.read<List<Tax>>(`${TAXES}${query}`)).data;
const ids = async (query = "") => (await list(query)).map(({ id }) => id.slice("tax_".length));
const ALL = [
  "income_2025",
  "income_2024",
  "income_2023",
  "income_2022",
  "franchise_2025",
  "franchise_2024",
  "franchise_2023",
  "franchise_2022",
];

describe("GET /taxes", () => {
  test("lists records in pages, also without any parameter (TAX-001, TAX-002), the latest created first and then by id (TAX-015)", async () => {
    expect(await ids()).toEqual(ALL);
    expect(await company.read(`${TAXES}?limit=2`)).toMatchObject({
      object: "list",
      url: "/api/v1/taxes",
      has_more: true,
      next_cursor: "tax_income_2024",
    });
    expect(await ids("?limit=2&starting_after=tax_income_2024")).toEqual(ALL.slice(2, 4));
  });

  test("filters by type (TAX-003, TAX-004), jurisdiction (TAX-006, TAX-007) and tax year (TAX-011), all together (TAX-014)", async () => {
    expect(await ids("?type=income")).toEqual(ALL.slice(0, 4));
    expect(await ids("?type=franchise")).toEqual(ALL.slice(4));
    expect(await ids("?jurisdiction=US")).toEqual(ALL.slice(0, 4));
    expect(await ids("?jurisdiction=US-CA")).toEqual(["income_2025", "income_2024"]);
    expect(await ids("?jurisdiction=US-DE")).toEqual(ALL.slice(4));
    expect(await ids("?year=2024")).toEqual(["income_2024", "franchise_2024"]);
    expect(await ids("?year=2024&type=income&jurisdiction=US-NY&status=filed")).toEqual(["income_2024"]);
    expect(await ids("?year=2024&type=income&jurisdiction=US-NY&status=filing")).toEqual([]);
  });

  test("filters by each of the five filing statuses (TAX-012, TAX-036)", async () => {
    const statuses = ["onboarding", "preparing", "review_required", "filing", "filed"];
    const found = await Promise.all(statuses.map((status) => ids(`?status=${status}`)));
    expect(found).toEqual([
      ["franchise_2025"],
      ["income_2022"],
      ["income_2025", "franchise_2022"],
      ["franchise_2024"],
      ["income_2024", "income_2023", "franchise_2023"],
    ]);
  });

  test.each([
    ["type=sales", "type"],
    ["type=", "type"],
    ["jurisdiction=CA", "jurisdiction"],
    ["jurisdiction=USA", "jurisdiction"],
    ["jurisdiction=US-", "jurisdiction"],
    ["jurisdiction=us-ca", "jurisdiction"],
    ["jurisdiction=US-ZZ", "jurisdiction"],
    ["year=999", "year"],
    ["year=0999", "year"],
    ["year=10000", "year"],
    ["year=abc", "year"],
    ["status=accepted", "status"],
    ["status=", "status"],
  ])("refuses %s, param %s (TAX-005, TAX-008, TAX-010, TAX-013)", async (query, param) => {
    expect(await http.refusal(`${TAXES}?${query}`, { key })).toMatchObject({
      status: 400,
      code: "invalid_request",
      param,
    });
  });

  test("accepts any year of four digits (TAX-009), and returns an empty list if nothing matches (TAX-016)", async () => {
    for (const year of [1000, 9999])
      expect(await company.read(`${TAXES}?year=${year}`)).toEqual({
        object: "list",
        url: "/api/v1/taxes",
        has_more: false,
        next_cursor: null,
        data: [],
      });
  });

  test("refuses a cursor that is unknown or filtered out (TAX-017)", async () => {
    for (const query of [
      "starting_after=tax_income_1999",
      "starting_after=tax_income_2021",
      "starting_after=x",
      "starting_after=tax_income_2024&type=franchise",
      "starting_after=tax_income_2024&year=2025",
      "starting_after=tax_income_2024&jurisdiction=US-DE",
      "starting_after=tax_income_2024&status=filing",
    ]) {
      expect([query, await http.refusal(`${TAXES}?${query}`, { key })]).toMatchObject([
        query,
        { status: 404, code: "resource_missing", param: "starting_after" },
      ]);
    }
  });

  test("offers no feed of changes (TAX-059)", async () => {
    const { data, ...envelope } = await company.read<List<Tax>>(`${TAXES}?updated_after=0`);
    expect(data.map(({ id }) => id)).toEqual((await list()).map(({ id }) => id));
    expect(Object.keys(envelope).toSorted()).toEqual(["has_more", "next_cursor", "object", "url"]);
  });
});

describe("GET /taxes/{id}", () => {
  test("returns the record directly (TAX-019), with the values of the specification (TAX-028, TAX-029, TAX-030, TAX-031, TAX-032, TAX-051, GEN-018)", async () => {
    const { documents: _documents, ...record } = await company.read<Tax>(`${TAXES}/tax_income_2024`);
    expect(record).toEqual({
      id: "tax_income_2024",
      object: "tax",
      type: "income",
      year: 2024,
      jurisdictions: ["US", "US-CA", "US-NY", "US-DC"],
      unmapped_jurisdictions: [],
      filing_status: "filed",
      filed_at: FILED_AT,
      filed_elsewhere: false,
      extension_filed_at: null,
      created: 4_000,
      updated: expect.any(Number),
    });
  });

  test("returns franchise tax with Delaware as the only jurisdiction (TAX-033, GEN-019), without extension (TAX-042)", async () => {
    for (const each of await list("?type=franchise"))
      expect(each).toMatchObject({
        type: "franchise",
        id: expect.stringMatching(/^tax_franchise_/),
        jurisdictions: ["US-DE"],
        extension_filed_at: null,
      });
    await expect(
      http.put({ ...company.bundle, journal: [], taxes: [franchise(2020, { extension_filed_at: 1 })] }),
    ).rejects.toThrow("taxes[0].extension_filed_at");
    await expect(
      http.put({ ...company.bundle, journal: [], taxes: [franchise(2020, { states: ["CA"] })] }),
    ).rejects.toThrow("taxes[0].states");
  });

  test("lists state names without a code separately (TAX-034) and never makes codes of them (TAX-035)", async () => {
    expect(await company.read(`${TAXES}/tax_income_2025`)).toMatchObject({
      jurisdictions: ["US", "US-CA"],
      unmapped_jurisdictions: ["Republic of Texas"],
    });
    expect(await ids("?jurisdiction=US-TX")).toEqual([]);
  });

  test("returns times as recorded or null (TAX-037, TAX-041), one set for all jurisdictions (TAX-052), and if it was filed elsewhere (TAX-039, TAX-040)", async () => {
    expect(await company.read(`${TAXES}/tax_income_2025`)).toMatchObject({
      filed_at: null,
      extension_filed_at: FILED_AT,
      created: 5_000,
      updated: 6_000,
      filed_elsewhere: false,
    });
    expect(await company.read(`${TAXES}/tax_income_2023`)).toMatchObject({
      filing_status: "filed",
      filed_at: null,
      filed_elsewhere: true,
    });
    expect(await company.read(`${TAXES}/tax_franchise_2023`)).toMatchObject({
      filing_status: "filed",
      filed_at: null,
      filed_elsewhere: true,
    });
  });

  test("answers the same for an unknown id (TAX-021), a staff-only record (TAX-022, TAX-024) and another company's record (TAX-023)", async () => {
    const other = await http.company();
    const told = await Promise.all(
      [
        ["tax_income_1999", key],
        ["tax_income_2021", key],
        ["tax_income_2024", other.key],
        ["nonsense", key],
      ].map(async ([id = "", owner = ""]) => ({ ...(await http.refusal(`${TAXES}/${id}`, { key: owner })) })),
    );
    expect(told[0]).toMatchObject({ status: 404, code: "resource_missing" });
    expect(told[0]).not.toHaveProperty("param");
    for (const each of told) expect(each).toEqual(told[0]);
  });
});

describe("the documents of a record", () => {
  const documents = async (id: string) => (await company.read<Tax>(`${TAXES}/${id}`)).documents;

  test("are an array, perhaps empty (TAX-043), of documents (TAX-044, TAX-045)", async () => {
    expect(await documents("tax_income_2022")).toEqual([]);
    for (const { documents: each } of await list()) {
      for (const document of each)
        expect(document).toEqual({
          type: expect.any(String),
          filename: expect.any(String),
          content_type: "application/pdf",
          download_url: expect.stringMatching(/^http/),
          expires_at: expect.any(Number),
        });
    }
  });

  test("are a draft before completion (TAX-046), the filed return after it (TAX-047), and Delaware's confirmation (TAX-048)", async () => {
    expect(await documents("tax_income_2025")).toMatchObject([
      { type: "draft_return", filename: "draft.pdf" },
    ]);
    expect(await documents("tax_income_2024")).toMatchObject([
      { type: "filed_return", filename: "final.pdf" },
    ]);
    expect(await documents("tax_franchise_2023")).toMatchObject([
      { type: "filing_confirmation", filename: "confirmed.pdf" },
    ]);
  });

  test("have links for five minutes (TAX-049), fresh with each answer (TAX-020), which then fail (TAX-050)", async () => {
    const now = http.clock.now();
    const [first] = await documents("tax_income_2024");
    expect(first?.expires_at).toBe(now + 300);
    http.clock.set(now + 299);
    const fetched = await fetchLink(first?.download_url ?? "");
    expect([fetched.status, fetched.headers.get("content-type"), fetched.bytes.length]).toEqual([
      200,
      "application/pdf",
      final.size,
    ]);
    const [second] = await documents("tax_income_2024");
    expect(second?.expires_at).toBe(now + 599);
    http.clock.set(now + 300);
    expect((await fetchLink(first?.download_url ?? "")).status).toBeGreaterThanOrEqual(400);
    expect((await fetchLink(second?.download_url ?? "")).status).toBe(200);
  });

  test("count against the limits each time they are requested (LIMIT-049)", async () => {
    const used = async () => (await http.app.usage.listMonths(company.id)).at(-1)?.requests ?? 0;
    const before = await used();
    for (let time = 0; time < 3; time += 1) await documents("tax_income_2024");
    expect(await used()).toBe(before + 3);
  });

  test("stay drafts if a later bundle omits them and reports a filing elsewhere (TAX-046)", async () => {
    const other = await http.company({ taxes: [] });
    const document = await storedDocument(http, other.id, "draft.pdf");
    await http.put({
      ...other.bundle,
      journal: [],
      taxes: [income(2025, { filing_status: "preparing", document })],
    });
    await http.put({
      ...other.bundle,
      journal: [],
      taxes: [income(2025, { filing_status: "filed", filed_elsewhere: true })],
    });
    expect(await other.read<Tax>(`${TAXES}/tax_income_2025`)).toMatchObject({
      filing_status: "filed",
      documents: [{ type: "draft_return" }],
    });
    await http.put({ ...other.bundle, journal: [], taxes: [income(2025, { document })] });
    expect((await other.read<Tax>(`${TAXES}/tax_income_2025`)).documents).toMatchObject([
      { type: "draft_return" },
    ]);
    await http.put({
      ...other.bundle,
      journal: [],
      taxes: [income(2025, { document: { ...document, only_draft: false } })],
    });
    expect((await other.read<Tax>(`${TAXES}/tax_income_2025`)).documents).toMatchObject([
      { type: "filed_return" },
    ]);
  });

  test("must have a key in the company's folders: any other key is refused", async () => {
    const other = await http.company();
    for (const object_key of [
      draft.object_key,
      `${other.id}/exports/a.csv`,
      `${other.id}/taxes/../x`,
      `${other.id}/taxes/`,
      "x",
    ]) {
      await expect(
        http.put({
          ...other.bundle,
          journal: [],
          taxes: [income(2024, { document: { ...draft, object_key } })],
        }),
      ).rejects.toThrow(
        /^taxes\[0\]\.document\.object_key: must be .+ or .+\/files\/, and names of letters, digits, `_`, `\.` and `-`$/,
      );
    }
  });
});

test("reading starts no filing work and changes no record (TAX-018)", async () => {
  const state = () => uncountedOf(http.app, company.id);
  const before = await state();
  for (const target of [TAXES, `${TAXES}/tax_income_2024`, `${TAXES}?status=filed`])
    await company.read(target);
  expect(await state()).toEqual(before);
});

describe("records that are not ready", () => {
  test("are refused in the list (TAX-025) and one by one (TAX-026) until the hold is released (TAX-027)", async () => {
    const one = await http.company({ taxes: [income(2024)] });
    await http.app.taxes.setHold(one.id, true, { now: http.clock.now(), by: "ada" });
    for (const target of [TAXES, TAXES, `${TAXES}/tax_income_2024`, `${TAXES}/tax_income_1999`]) {
      expect(await http.refusal(target, { key: one.key, faultWanted: true })).toMatchObject({
        status: 503,
        code: "taxes_not_ready",
        message: "The company's tax records are not ready yet.",
        type: "api_error",
      });
    }
    await http.app.taxes.setHold(one.id, false, { now: http.clock.now(), by: "ada" });
    expect((await one.read<List<Tax>>(TAXES)).data).toMatchObject([
      { id: "tax_income_2024", filing_status: "onboarding" },
    ]);
  });
});
