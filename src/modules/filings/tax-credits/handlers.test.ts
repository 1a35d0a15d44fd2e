/**
 * Tax credits over HTTP: filters, the values computed from recorded facts, and that reading changes nothing.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { uncountedOf } from "../../../../test/support/state.ts";
import {
  type BundleQuestionnaire,
  type BundleReturn,
  credit,
  income,
} from "../../../../test/support/tax-records.ts";
import type { Credit, List } from "../../../../test/support/taxes.ts";
import { cents } from "@daybook/words/cents";

const http = await testApp();
const CREDITS = "/tax_credits";
/** The statuses of the specification. */
const SUBMISSION_STATUSES = [
  "waiting_for_tax_filing",
  "pending",
  "action_required",
  "submitted",
  "not_required",
  "unknown",
];
const opted = { decision: "opted_in" } as const;
const filed = (total_cents: number | null, income_tax_cents: number | null): BundleReturn => ({
  total_cents,
  income_tax_cents,
  filed: true,
});
const prepared = (total_cents: number | null, income_tax_cents: number | null): BundleReturn => ({
  total_cents,
  income_tax_cents,
});

const company = await http.company({
  tax_credits: [
    credit(2021, { ...opted, return_package: filed(900_00, 300_00), payroll_provider: "gusto" }),
    credit(2022, { decision: "declined", estimate_cents: 500_00 }),
    credit(2023, opted),
    credit(2024),
  ],
});
const { key } = company;
const years = async (query = "") =>
  (await company.read<List<Credit>>(`${CREDITS}${query}`)).data.map(({ year }) => year);

/** The only credit of a new company. The income return is filed, unless the credit's return is not. */
async function creditOf(...questionnaires: readonly BundleQuestionnaire[]): Promise<Credit> {
  const done = questionnaires.some((each) => each.return_package?.filed);
  const one = await http.company({
    taxes: [income(2024, done ? { filing_status: "filed" } : {})],
    tax_credits: [credit(2024, ...questionnaires)],
  });
  return one.read<Credit>(`${CREDITS}/tcred_2024`);
}

describe("GET /tax_credits", () => {
  test("lists the credits in pages, newest year first (CRED-001, CRED-004)", async () => {
    expect(await company.read(`${CREDITS}?limit=3`)).toMatchObject({
      object: "list",
      url: "/api/v1/tax_credits",
      has_more: true,
      next_cursor: "tcred_2022",
      data: [{ year: 2024 }, { year: 2023 }, { year: 2022 }],
    });
    expect(await years("?starting_after=tcred_2022")).toEqual([2021]);
  });

  test("filters by type (CRED-002), year (CRED-005) and claim status (CRED-007)", async () => {
    expect(await years("?type=research_and_development")).toEqual([2024, 2023, 2022, 2021]);
    expect(await years("?year=2022")).toEqual([2022]);
    const statuses = ["undecided", "not_claimed", "pending", "claimed"];
    expect(await Promise.all(statuses.map((status) => years(`?claim_status=${status}`)))).toEqual([
      [2024],
      [2022],
      [2023],
      [2021],
    ]);
    expect(await years("?claim_status=pending&year=2022")).toEqual([]);
  });

  test.each([
    ["type=film", "type", "CRED-003"],
    ["type=", "type", "CRED-010"],
    ["year=24", "year", "CRED-006"],
    ["year=02024", "year", "CRED-006"],
    ["year=", "year", "CRED-011"],
    ["claim_status=submitted", "claim_status", "CRED-008"],
    ["claim_status=Claimed", "claim_status", "CRED-009"],
    ["claim_status=", "claim_status", "CRED-012"],
  ])(
    "refuses %s, param %s (CRED-003, CRED-006, CRED-008, CRED-009, CRED-010, CRED-011, CRED-012)",
    async (query, param) => {
      expect(await http.refusal(`${CREDITS}?${query}`, { key })).toMatchObject({
        status: 400,
        code: "invalid_request",
        param,
      });
    },
  );

  test("treats a blank limit as 100 (CRED-013), and has no filter by jurisdiction (CRED-014) and no feed of changes (CRED-066)", async () => {
    const whole = await company.read(CREDITS);
    for (const query of [
      "limit=",
      "jurisdiction=US-CA",
      "jurisdiction=",
      "updated_after=0",
      "updated_after=nonsense",
    ])
      expect(await company.read(`${CREDITS}?${query}`)).toEqual(whole);
    expect(Object.keys(whole).toSorted()).toEqual(["data", "has_more", "next_cursor", "object", "url"]);
  });

  test("returns an empty list if nothing matches (CRED-015)", async () => {
    expect(await company.read(`${CREDITS}?year=1999`)).toEqual({
      object: "list",
      url: "/api/v1/tax_credits",
      has_more: false,
      next_cursor: null,
      data: [],
    });
  });

  test("refuses a cursor that is unknown or filtered out (CRED-016)", async () => {
    for (const query of [
      "starting_after=tcred_nobodys",
      "starting_after=tcred_2021&year=2024",
      "starting_after=tcred_2021&claim_status=pending",
      "starting_after=x",
    ]) {
      expect([query, await http.refusal(`${CREDITS}?${query}`, { key })]).toMatchObject([
        query,
        { status: 404, code: "resource_missing", param: "starting_after" },
      ]);
    }
  });
});

describe("GET /tax_credits/{id}", () => {
  test("returns one credit directly (CRED-017), with the values of the specification (CRED-022, CRED-024, CRED-025, CRED-026)", async () => {
    expect(await company.read(`${CREDITS}/tcred_2021`)).toMatchObject({
      id: "tcred_2021",
      object: "tax_credit",
      type: "research_and_development",
      jurisdiction: "US",
      currency: "usd",
      claim_status: "claimed",
      amount_cents: 900_00,
      amount_basis: "filed_return",
      applied_to_income_tax_cents: 300_00,
      payroll_credit_cents: 600_00,
      payroll_submission: { provider: "gusto", status: "pending" },
    });
  });

  test("refuses an id that is not `tcred_` with letters and digits (GEN-017, CRED-018)", async () => {
    for (const id of ["tcred_", "tcred_a-b", "123", "tcred_a.b", "TCRED_2021", "tax_income_2021"]) {
      expect([id, await http.refusal(`${CREDITS}/${id}`, { key })]).toMatchObject([
        id,
        { status: 400, code: "invalid_request", param: "id" },
      ]);
    }
  });

  test("does not find an unknown credit (CRED-019) or another company's (CRED-020)", async () => {
    const other = await http.company();
    for (const [id, owner] of [
      ["tcred_nobodys", key],
      ["tcred_2021", other.key],
    ] as const) {
      expect(await http.refusal(`${CREDITS}/${id}`, { key: owner })).toMatchObject({
        status: 404,
        code: "resource_missing",
        param: "id",
      });
    }
  });
});

test("reading calculates, decides, files and submits nothing (CRED-021)", async () => {
  const state = () => uncountedOf(http.app, company.id);
  const before = await state();
  for (const target of [CREDITS, `${CREDITS}/tcred_2021`, `${CREDITS}?claim_status=pending`])
    await company.read(target);
  expect(await state()).toEqual(before);
});

describe("a credit", () => {
  test("exists once for each year (CRED-023), and keeps its id when its sources change (CRED-027)", async () => {
    const one = await http.company({ tax_credits: [credit(2024, opted)] });
    await expect(
      http.put({ ...one.bundle, tax_credits: [{ ...credit(2024), id: "tcred_another" }] }),
    ).rejects.toThrow("tax_credits[0].year: tcred_2024 is the credit of 2024");
    await http.app.taxCredits.begin(
      one.id,
      2024,
      { estimate_cents: cents(5) },
      { now: http.clock.now(), by: "ada" },
    );
    await http.app.taxCredits.recordReturn(
      one.id,
      { year: 2024, number: null },
      "prepare",
      { total_cents: cents(10) },
      { now: http.clock.now(), by: "ada" },
    );
    expect((await one.read<List<Credit>>(CREDITS)).data).toMatchObject([
      { id: "tcred_2024", amount_cents: 10, claim_status: "undecided" },
    ]);
  });

  test("has a whole number of cents or null (CRED-029), from the return rather than the estimate (CRED-030, CRED-041), and no basis without an amount (CRED-031)", async () => {
    expect(await creditOf({ estimate_cents: 70 })).toMatchObject({
      amount_cents: 70,
      amount_basis: "estimate",
    });
    expect(await creditOf({ estimate_cents: 70, return_package: prepared(100, null) })).toMatchObject({
      amount_cents: 100,
      amount_basis: "prepared_return",
    });
    expect(await creditOf({ estimate_cents: 70, return_package: filed(100, null) })).toMatchObject({
      amount_cents: 100,
      amount_basis: "filed_return",
    });
    expect(await creditOf({})).toMatchObject({ amount_cents: null, amount_basis: null });
  });

  test("shows the allocation against income tax (CRED-032) unless it is missing (CRED-033) or contradicts the total (CRED-034), and the rest for payroll (CRED-035, CRED-036)", async () => {
    const pair = async (given: BundleReturn) => {
      const { applied_to_income_tax_cents, payroll_credit_cents } = await creditOf({
        ...opted,
        return_package: given,
      });
      return [applied_to_income_tax_cents, payroll_credit_cents];
    };
    expect(await pair(filed(100, 40))).toEqual([40, 60]);
    expect(await pair(filed(100, null))).toEqual([null, null]);
    expect(await pair(filed(100, 101))).toEqual([null, null]);
    expect(await pair(filed(null, 40))).toEqual([40, null]);
  });

  test("shows a default zero as null (CRED-045) and a known zero as 0 (CRED-046), and never confuses the two (CRED-048)", async () => {
    expect(await creditOf({ ...opted, return_package: filed(0, null) })).toMatchObject({
      amount_cents: null,
      amount_basis: null,
      payroll_credit_cents: null,
    });
    expect(await creditOf({ ...opted, return_package: filed(0, 0) })).toMatchObject({
      amount_cents: 0,
      amount_basis: "filed_return",
      applied_to_income_tax_cents: 0,
      payroll_credit_cents: 0,
    });
    expect(await creditOf({ estimate_cents: 0 })).toMatchObject({ amount_cents: null, amount_basis: null });
    expect(await creditOf({ estimate_cents: 0, estimate_confirmed: true })).toMatchObject({
      amount_cents: 0,
      amount_basis: "estimate",
    });
  });

  test("is undecided without a decision (CRED-049), not claimed after a decline (CRED-050), pending after an opt-in (CRED-051), claimed with a credit in the filed return (CRED-052, CRED-028)", async () => {
    expect((await creditOf({})).claim_status).toBe("undecided");
    expect((await creditOf({ decision: "declined" })).claim_status).toBe("not_claimed");
    expect((await creditOf({ ...opted, return_package: prepared(100, 0) })).claim_status).toBe("pending");
    expect((await creditOf({ ...opted, return_package: filed(100, 0) })).claim_status).toBe("claimed");
    expect((await creditOf({ return_package: filed(100, 0) })).claim_status).toBe("claimed");
  });

  test("that was declined is not claimed, whatever else is recorded (CRED-042), and may show an estimate (CRED-047)", async () => {
    expect(await creditOf({ decision: "declined", return_package: filed(100, 0) })).toMatchObject({
      claim_status: "not_claimed",
      payroll_submission: { status: "not_required" },
    });
    expect(await creditOf({ decision: "declined", estimate_cents: 70 })).toMatchObject({
      claim_status: "not_claimed",
      amount_cents: 70,
      amount_basis: "estimate",
    });
  });

  test("is computed from the filed return if a year was begun again (CRED-043), or else by the latest questionnaire (CRED-044)", async () => {
    const first = { ...opted, estimate_cents: 1, created: 1_700_000_000 };
    const second = { estimate_cents: 2, created: 1_700_000_100 };
    expect(await creditOf({ ...first, return_package: filed(100, 0) }, second)).toMatchObject({
      amount_cents: 100,
      claim_status: "claimed",
      created: 1_700_000_000,
    });
    expect(await creditOf({ ...first, return_package: prepared(100, 0) }, second)).toMatchObject({
      amount_cents: 2,
      claim_status: "undecided",
      created: 1_700_000_100,
    });
  });

  test("gets a new `updated` only from an import that changes its questionnaire or return and has no time", async () => {
    const one = await http.company({ tax_credits: [credit(2024, opted)] });
    const times: number[] = [];
    const put = async (...questionnaires: readonly object[]) => {
      http.clock.set(http.app.clock.now() + 60);
      times.push(http.app.clock.now());
      await http.put({
        ...one.bundle,
        tax_credits: [credit(2024, ...(questionnaires as BundleQuestionnaire[]))],
      });
      return (await one.read<Credit>(`${CREDITS}/tcred_2024`)).updated;
    };
    const plain = { decision: "opted_in" };
    const changes: object[] = [
      { decision: "declined" },
      { ...plain, estimate_cents: 500 },
      { ...plain, return_package: { total_cents: 900 } },
      { ...plain, return_package: { total_cents: 1000 } },
      plain,
    ];
    for (const change of changes) {
      const updated = await put(change);
      expect([change, updated]).toEqual([change, times.at(-1)]);
      expect([change, await put(change)]).toEqual([change, updated]);
    }
    expect(await put({ ...plain, updated: 1_700_000_000 })).toBe(1_700_000_000);
  });

  test("was created with its questionnaire (CRED-039) and updated with the latest change of questionnaire, income record and return (CRED-040)", async () => {
    const at = ([own, ofPackage, ofIncome]: readonly [number, number, number]) =>
      http.company({
        taxes: [income(2024, { created: 1, updated: ofIncome })],
        tax_credits: [
          credit(2024, {
            created: 1_000,
            updated: own,
            return_package: { total_cents: 5, updated: ofPackage },
          }),
        ],
      });
    for (const times of [
      [5_000, 3_000, 2_000],
      [3_000, 5_000, 2_000],
      [3_000, 2_000, 5_000],
    ] as const) {
      expect(await (await at(times)).read(`${CREDITS}/tcred_2024`)).toMatchObject({
        created: 1_000,
        updated: 5_000,
      });
    }
  });
});

describe("the submission to payroll", () => {
  const status = async (...questionnaires: readonly BundleQuestionnaire[]) => {
    const { payroll_submission } = await creditOf(...questionnaires);
    expect(SUBMISSION_STATUSES).toContain(payroll_submission.status);
    return payroll_submission.status;
  };
  const left = { ...opted, return_package: filed(100, 40) } as const;
  const offset = { ...opted, return_package: filed(100, 100) } as const;

  test("is always an object (CRED-037) with one of six statuses (CRED-053), whose provider may be unknown (CRED-038)", async () => {
    expect((await creditOf({})).payroll_submission).toEqual({ provider: null, status: "unknown" });
    expect((await creditOf({ payroll_provider: "Abacus and Sons" })).payroll_submission).toEqual({
      provider: "Abacus and Sons",
      status: "unknown",
    });
  });

  test("waits for the income tax to be filed (CRED-054)", async () => {
    expect(await status({ ...opted, return_package: prepared(100, 40) })).toBe("waiting_for_tax_filing");
    expect(await status(opted)).toBe("waiting_for_tax_filing");
  });

  test("is pending with supported software (CRED-055), and needs action with other software (CRED-056) or none on record (CRED-057)", async () => {
    expect(await status({ ...left, payroll_provider: "gusto" })).toBe("pending");
    expect(await status({ ...left, payroll_provider: "rippling" })).toBe("pending");
    expect(await status({ ...left, payroll_provider: "Abacus and Sons" })).toBe("action_required");
    expect(await status(left)).toBe("action_required");
  });

  test("is submitted if the submission was recorded explicitly (CRED-058)", async () => {
    expect(
      await status({
        ...left,
        payroll_done: true,
        payroll_done_because: "submitted",
        payroll_submitted_at: 1_700_000_000,
      }),
    ).toBe("submitted");
  });

  test("is not required for a declined credit (CRED-059), for one that leaves nothing for payroll (CRED-060), or for one used in full, even if flagged as done (CRED-061)", async () => {
    expect(await status({ ...left, decision: "declined" })).toBe("not_required");
    expect(await status({ ...opted, return_package: filed(0, 0) })).toBe("not_required");
    expect(await status({ ...offset, payroll_done: true, payroll_done_because: "full_offset" })).toBe(
      "not_required",
    );
    expect(await status({ ...offset, payroll_done: true })).toBe("not_required");
  });

  test("is unknown with too little data (CRED-062), with a flag without a reason (CRED-063), and with a time alone (CRED-064)", async () => {
    expect(await status({ ...opted, return_package: filed(100, null) })).toBe("unknown");
    expect(await status({ ...left, payroll_provider: "gusto", payroll_done: true })).toBe("unknown");
    expect(await status({ ...left, payroll_provider: "gusto", payroll_submitted_at: 1_700_000_000 })).toBe(
      "unknown",
    );
  });

  test("is open again if something is left for payroll after an automatic completion (CRED-065)", async () => {
    const done = { payroll_done: true, payroll_done_because: "full_offset" } as const;
    expect(await status({ ...left, ...done, payroll_provider: "gusto" })).toBe("pending");
    expect(await status({ ...left, ...done })).toBe("action_required");
  });
});
