/**
 * The result for every combination of recorded facts, compared with a second implementation that was written
 * from the specification and shares nothing with the code under test.
 */
import { describe, expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import { unixSeconds } from "@daybook/words/civil-date";
import type { Questionnaire, ReturnPackage } from "../record.ts";
import { CLAIM_TABLE, computeCredit, sourceOf, SUBMISSION_TABLE } from "./precedence.ts";
import {
  AMOUNT_BASES,
  type AmountBasis,
  CLAIM_STATUSES,
  type ClaimStatus,
  DECISIONS,
  DONE_BECAUSE,
  type IncomeFiling,
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from "./words.ts";

const EMPTY_QUESTIONNAIRE: Questionnaire = {
  number: 1,
  decision: "undecided",
  estimate_cents: null,
  estimate_confirmed: false,
  payroll_provider: null,
  payroll_done: false,
  payroll_done_because: null,
  payroll_submitted_at: null,
  created: unixSeconds(100),
  updated: unixSeconds(200),
  package: null,
};

const centsOf = (amount: number | null) => (amount === null ? null : cents(amount));
const packageOf = (
  total_cents: number | null,
  income_tax_cents: number | null,
  filed: boolean,
): ReturnPackage => ({
  total_cents: centsOf(total_cents),
  income_tax_cents: centsOf(income_tax_cents),
  filed,
  updated: unixSeconds(300),
});
const AMOUNTS = [null, 0, 40, 100] as const;
const PACKAGES = [
  null,
  ...[false, true].flatMap((filed) =>
    AMOUNTS.flatMap((total) => AMOUNTS.map((applied) => packageOf(total, applied, filed))),
  ),
];
const ESTIMATES = [
  [null, false],
  [0, false],
  [0, true],
  [70, false],
  [70, true],
] as const;
const DONE = [
  { payroll_done: false, payroll_done_because: null },
  { payroll_done: true, payroll_done_because: null },
  ...DONE_BECAUSE.map((payroll_done_because) => ({ payroll_done: true, payroll_done_because })),
];
const INCOMES: readonly (IncomeFiling | null)[] = [
  null,
  { filed: false, updated: unixSeconds(50) },
  { filed: true, updated: unixSeconds(400) },
];

function* allCombinations(): Generator<[Questionnaire, IncomeFiling | null]> {
  for (const decision of DECISIONS) {
    for (const [estimate_cents, estimate_confirmed] of ESTIMATES) {
      for (const payroll_provider of [null, "gusto", "rippling", "Abacus and Sons"]) {
        for (const done of DONE) {
          for (const payroll_submitted_at of [null, unixSeconds(150)]) {
            for (const each of PACKAGES) {
              for (const income of INCOMES)
                yield [
                  {
                    ...EMPTY_QUESTIONNAIRE,
                    decision,
                    estimate_cents: centsOf(estimate_cents),
                    estimate_confirmed,
                    payroll_provider,
                    ...done,
                    payroll_submitted_at,
                    package: each,
                  },
                  income,
                ];
            }
          }
        }
      }
    }
  }
}

/**
 * For every pair of a recorded total and a recorded allocation, the expected amounts: the total, the shown
 * allocation, and the rest for payroll.
 */
const EXPECTED_AMOUNTS: Readonly<Record<string, readonly [number | null, number | null, number | null]>> = {
  "null null": [null, null, null],
  "null 0": [null, 0, null],
  "null 40": [null, 40, null],
  "null 100": [null, 100, null],
  // A zero without a recorded allocation is the form's default, so the total is unknown.
  "0 null": [null, null, null],
  "0 0": [0, 0, 0],
  "0 40": [null, null, null],
  "0 100": [null, null, null],
  "40 null": [40, null, null],
  "40 0": [40, 0, 40],
  "40 40": [40, 40, 0],
  "40 100": [40, null, null],
  "100 null": [100, null, null],
  "100 0": [100, 0, 100],
  "100 40": [100, 40, 60],
  "100 100": [100, 100, 0],
};

interface Expected {
  readonly claim_status: ClaimStatus;
  readonly amount_cents: number | null;
  readonly amount_basis: AmountBasis | null;
  readonly applied_to_income_tax_cents: number | null;
  readonly payroll_credit_cents: number | null;
  readonly payroll: SubmissionStatus;
}

/** The expected values of a credit, by the sentences of the specification. */
function expectedOf(row: Questionnaire, income: IncomeFiling | null): Expected {
  const [total, applied, rest] =
    row.package === null
      ? [null, null, null]
      : (EXPECTED_AMOUNTS[`${row.package.total_cents} ${row.package.income_tax_cents}`] ?? [-1, -1, -1]);
  // If the income record is not filed, no return counts as filed, even if it is marked so.
  const inFiledReturn = row.package !== null && row.package.filed && !(income !== null && !income.filed);
  const incomeTaxFiled = inFiledReturn || (income !== null && income.filed);
  const estimate = row.estimate_cents !== 0 ? row.estimate_cents : row.estimate_confirmed ? 0 : null;
  const declined = row.decision === "declined";
  const claimed = !declined && inFiledReturn && total !== null && total > 0;
  const pending = !declined && !claimed && row.decision === "opted_in";
  const explicitly = row.payroll_done && row.payroll_done_because === "submitted";
  const onlyAFlagOrATime =
    row.payroll_done_because === null && (row.payroll_done || row.payroll_submitted_at !== null);
  const known = total === null ? estimate : total;
  // Each status with the condition that the specification has for it. Exactly one condition may hold.
  const sentences: Readonly<Record<Exclude<SubmissionStatus, "unknown">, boolean>> = {
    not_required: declined || ((pending || claimed) && incomeTaxFiled && rest === 0),
    waiting_for_tax_filing: pending && !incomeTaxFiled,
    submitted: (pending || claimed) && incomeTaxFiled && rest !== null && rest > 0 && explicitly,
    pending:
      (pending || claimed) &&
      inFiledReturn &&
      rest !== null &&
      rest > 0 &&
      !explicitly &&
      !onlyAFlagOrATime &&
      (row.payroll_provider === "gusto" || row.payroll_provider === "rippling"),
    action_required:
      (pending || claimed) &&
      inFiledReturn &&
      rest !== null &&
      rest > 0 &&
      !explicitly &&
      !onlyAFlagOrATime &&
      row.payroll_provider !== "gusto" &&
      row.payroll_provider !== "rippling",
  };
  const holding = SUBMISSION_STATUSES.filter((status) => status !== "unknown" && sentences[status]);
  if (holding.length > 1) throw new Error(`two sentences hold: ${holding.join()}`);
  return {
    claim_status: declined ? "not_claimed" : claimed ? "claimed" : pending ? "pending" : "undecided",
    amount_cents: known,
    amount_basis:
      known === null
        ? null
        : total === null
          ? "estimate"
          : inFiledReturn
            ? "filed_return"
            : "prepared_return",
    applied_to_income_tax_cents: applied,
    payroll_credit_cents: rest,
    payroll: holding[0] ?? "unknown",
  };
}

describe("a credit", () => {
  test("has the specified values for every combination of facts, and every status occurs", () => {
    const seen = new Set<string>();
    let combinations = 0;
    for (const [row, income] of allCombinations()) {
      const {
        claim_status,
        amount_cents,
        amount_basis,
        applied_to_income_tax_cents,
        payroll_credit_cents,
        payroll_submission,
      } = computeCredit([row], income);
      const given: Expected = {
        claim_status,
        amount_cents,
        amount_basis,
        applied_to_income_tax_cents,
        payroll_credit_cents,
        payroll: payroll_submission.status,
      };
      const expected = expectedOf(row, income);
      // Comparing texts is many times faster than `expect`, and there are tens of thousands of combinations.
      if (JSON.stringify(given) !== JSON.stringify(expected))
        expect({ row, income, ...given }).toEqual({ row, income, ...expected });
      expect(payroll_submission.provider === row.payroll_provider).toBe(true);
      for (const word of [claim_status, `basis ${amount_basis}`, `payroll ${payroll_submission.status}`])
        seen.add(word);
      combinations += 1;
    }
    expect(combinations).toBe(
      DECISIONS.length * ESTIMATES.length * 4 * DONE.length * 2 * PACKAGES.length * INCOMES.length,
    );
    expect([...seen].toSorted()).toEqual(
      [
        ...CLAIM_STATUSES,
        "basis null",
        ...AMOUNT_BASES.map((word) => `basis ${word}`),
        ...SUBMISSION_STATUSES.map((word) => `payroll ${word}`),
      ].toSorted(),
    );
  });

  test("has tables that contain every status", () => {
    expect(new Set(SUBMISSION_TABLE.map(({ result }) => result))).toEqual(new Set(SUBMISSION_STATUSES));
    expect(new Set(CLAIM_TABLE.map(({ result }) => result))).toEqual(new Set(CLAIM_STATUSES));
  });
});

describe("the questionnaire from which a credit is computeCredit", () => {
  const at = (number: number, created: number, filed: boolean | null = null): Questionnaire => ({
    ...EMPTY_QUESTIONNAIRE,
    number,
    created: unixSeconds(created),
    package: filed === null ? null : packageOf(10, 0, filed),
  });

  test("is that of the filed return, even if others were created later", () => {
    expect(sourceOf([at(1, 10, true), at(2, 20, false), at(3, 30)], null).number).toBe(1);
    expect(sourceOf([at(1, 10), at(2, 20, true)], null).number).toBe(2);
  });

  test("is the latest if the year's income record is not filed, even if a return is marked as filed (CRED-044)", () => {
    const both = [at(1, 10, true), at(2, 20, false)];
    expect(computeCredit(both, { filed: false, updated: unixSeconds(50) })).toMatchObject({
      created: 20,
      amount_basis: "prepared_return",
    });
    expect(computeCredit(both, { filed: true, updated: unixSeconds(50) })).toMatchObject({
      created: 10,
      amount_basis: "filed_return",
    });
  });

  test("is the latest if none is filed, and of two with the same time the one with the higher number", () => {
    expect(sourceOf([at(1, 30, false), at(2, 20)], null).number).toBe(1);
    expect(sourceOf([at(1, 20), at(2, 20), at(3, 10)], null).number).toBe(2);
  });

  test("determines `created`, and `updated` together with the return and the income record", () => {
    expect(computeCredit([at(1, 10)], null)).toMatchObject({ created: 10, updated: 200 });
    expect(computeCredit([at(1, 10, false)], { filed: false, updated: unixSeconds(250) })).toMatchObject({
      created: 10,
      updated: 300,
    });
    expect(computeCredit([at(1, 10, false)], { filed: true, updated: unixSeconds(400) })).toMatchObject({
      created: 10,
      updated: 400,
    });
  });
});
