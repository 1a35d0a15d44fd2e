/**
 * The rules of precedence by which a credit is computed (specification, "Tax credit"), as tables: the first
 * row that fits decides. Invariant: null, which is unknown, and zero, which is known, never become one
 * another.
 */
import { assert, present } from "../../../../core/assert.ts";
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import type { Questionnaire, ReturnPackage } from "../record.ts";
import {
  type ClaimStatus,
  type Computed,
  type Decision,
  type IncomeFiling,
  type SubmissionStatus,
  SUPPORTED_PROVIDERS,
} from "./words.ts";

/** A row's condition on one fact: any value, or one of these. */
type Wanted<T extends string> = "any" | readonly T[];

/** The return of which the amounts are: not filed, filed itself, or one in whose place another was filed. */
type Filing = "unfiled" | "this_return" | "another_return";
/** What is recorded of an amount. */
type RecordedAmount = "unknown" | "zero" | "positive";
/**
 * The evidence for a submission to payroll. A flag without a reason, or a time without a flag, is
 * `unexplained`.
 */
type Evidence = "none" | "explicit" | "automatic" | "unexplained";

interface ClaimRow {
  readonly decision: Wanted<Decision>;
  readonly filing: Wanted<Filing>;
  readonly total: Wanted<RecordedAmount>;
  readonly gives: ClaimStatus;
}

export const CLAIM_TABLE: readonly ClaimRow[] = [
  // A decline wins over whatever else points to a claim.
  { decision: ["declined"], filing: "any", total: "any", gives: "not_claimed" },
  { decision: "any", filing: ["this_return"], total: ["positive"], gives: "claimed" },
  { decision: ["opted_in"], filing: "any", total: "any", gives: "pending" },
  { decision: ["undecided"], filing: "any", total: "any", gives: "undecided" },
];

interface SubmissionRow {
  readonly claim: Wanted<ClaimStatus>;
  readonly filing: Wanted<Filing>;
  readonly payroll: Wanted<RecordedAmount>;
  readonly evidence: Wanted<Evidence>;
  readonly supported: Wanted<"yes" | "no">;
  readonly gives: SubmissionStatus;
}

const ANYHOW = { claim: "any", filing: "any", payroll: "any", evidence: "any", supported: "any" } as const;

export const SUBMISSION_TABLE: readonly SubmissionRow[] = [
  { ...ANYHOW, claim: ["not_claimed"], gives: "not_required" },
  { ...ANYHOW, claim: ["undecided"], gives: "unknown" },
  { ...ANYHOW, filing: ["unfiled"], gives: "waiting_for_tax_filing" },
  // Whatever was flagged as done: where nothing is left for payroll, nothing is to be submitted.
  { ...ANYHOW, payroll: ["zero"], gives: "not_required" },
  { ...ANYHOW, payroll: ["unknown"], gives: "unknown" },
  { ...ANYHOW, evidence: ["explicit"], gives: "submitted" },
  { ...ANYHOW, evidence: ["unexplained"], gives: "unknown" },
  // A return that was not filed leaves nothing to submit.
  { ...ANYHOW, filing: ["another_return"], gives: "unknown" },
  // The automatic completion was for a full offset, which no longer applies.
  { ...ANYHOW, supported: ["yes"], gives: "pending" },
  { ...ANYHOW, gives: "action_required" },
];

function decided<R extends { readonly gives: unknown }>(
  table: readonly R[],
  facts: { readonly [Name in Exclude<keyof R, "gives">]: string },
): R["gives"] {
  const names = Object.keys(facts) as Exclude<keyof R, "gives">[];
  const row = table.find((each) =>
    names.every((name) => each[name] === "any" || (each[name] as readonly string[]).includes(facts[name])),
  );
  return present(row, "a table of precedence has no row for what is recorded").gives;
}

function knownAs(cents: number | null): RecordedAmount {
  return cents === null ? "unknown" : cents === 0 ? "zero" : "positive";
}

/**
 * The total of a return. A zero counts only if an allocation of zero was recorded; otherwise it is the
 * default of an unfilled form.
 */
function totalOf({
  total_cents,
  income_tax_cents,
}: Pick<ReturnPackage, "total_cents" | "income_tax_cents">): number | null {
  return total_cents === 0 && income_tax_cents !== 0 ? null : total_cents;
}

/** The allocation against income tax, unless it contradicts the total that is recorded. */
function allocationOf({
  total_cents,
  income_tax_cents,
}: Pick<ReturnPackage, "total_cents" | "income_tax_cents">): number | null {
  return total_cents !== null && income_tax_cents !== null && income_tax_cents > total_cents
    ? null
    : income_tax_cents;
}

function estimateOf({ estimate_cents, estimate_confirmed }: Questionnaire): number | null {
  return estimate_cents === 0 && !estimate_confirmed ? null : estimate_cents;
}

function evidenceOf({ payroll_done, payroll_done_because, payroll_submitted_at }: Questionnaire): Evidence {
  if (payroll_done_because === "submitted") return "explicit";
  if (payroll_done_because === "full_offset") return "automatic";
  return payroll_done || payroll_submitted_at !== null ? "unexplained" : "none";
}

/**
 * True if the return of a questionnaire was filed. While the year's filing is not filed, no return is, even
 * if it is marked as filed.
 */
export function isFiledReturn(
  { package: of }: Pick<Questionnaire, "package">,
  income: IncomeFiling | null,
): boolean {
  return of !== null && of.filed && (income === null || income.filed);
}

/**
 * The questionnaire that supplies the record: that of the filed return, or else the one that was created
 * last.
 */
export function sourceOf(
  questionnaires: readonly Questionnaire[],
  income: IncomeFiling | null,
): Questionnaire {
  const [first, ...others] = questionnaires;
  assert(first !== undefined, "a tax credit without a questionnaire");
  return others.reduce((best, each) => (isBefore(best, each, income) ? each : best), first);
}

function isBefore(a: Questionnaire, b: Questionnaire, income: IncomeFiling | null): boolean {
  const places = (each: Questionnaire) =>
    [isFiledReturn(each, income) ? 1 : 0, each.created, each.number] as const;
  const [before, behind] = [places(a), places(b)];
  const at = before.findIndex((place, index) => place !== behind[index]);
  return at >= 0 && (before[at] ?? 0) < (behind[at] ?? 0);
}

/** Computes a credit from its questionnaires, one or more, and the income tax record, if there is one. */
export function computed(questionnaires: readonly Questionnaire[], income: IncomeFiling | null): Computed {
  const source = sourceOf(questionnaires, income);
  const { package: of } = source;
  const filing: Filing = isFiledReturn(source, income)
    ? "this_return"
    : income?.filed
      ? "another_return"
      : "unfiled";
  const total = of === null ? null : totalOf(of);
  const applied = of === null ? null : allocationOf(of);
  const payroll = total === null || applied === null ? null : total - applied;
  const estimate = estimateOf(source);
  const claim_status = decided(CLAIM_TABLE, { decision: source.decision, filing, total: knownAs(total) });
  return {
    claim_status,
    amount_cents: total ?? estimate,
    amount_basis:
      total !== null
        ? filing === "this_return"
          ? "filed_return"
          : "prepared_return"
        : estimate !== null
          ? "estimate"
          : null,
    applied_to_income_tax_cents: applied,
    payroll_credit_cents: payroll,
    payroll_submission: {
      provider: source.payroll_provider,
      status: decided(SUBMISSION_TABLE, {
        claim: claim_status,
        filing,
        payroll: knownAs(payroll),
        evidence: evidenceOf(source),
        supported:
          source.payroll_provider !== null && SUPPORTED_PROVIDERS.includes(source.payroll_provider)
            ? "yes"
            : "no",
      }),
    },
    created: source.created,
    updated: Math.max(source.updated, of?.updated ?? 0, income?.updated ?? 0) as UnixSeconds,
  };
}
