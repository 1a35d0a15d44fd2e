/**
 * The rules of precedence by which a credit is computed (specification, "Tax credit"), as tables. The first
 * row whose conditions all hold decides. Invariant: null means an unknown amount, zero a known one, and
 * neither is ever turned into the other.
 */
import { assert, present } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { Questionnaire, ReturnPackage } from "../record.ts";
import {
  type ClaimStatus,
  type Computed,
  type Decision,
  type IncomeFiling,
  type SubmissionStatus,
  SUPPORTED_PROVIDERS,
} from "./words.ts";

/** A row's condition on one fact: the values for which it holds, or any value. */
type Condition<T extends string> = "any" | readonly T[];

/** If the source's return was filed: nothing was filed for the year, this return, or another return. */
type Filing = "unfiled" | "this_return" | "another_return";
/** The state of a recorded amount. */
type RecordedAmount = "unknown" | "zero" | "positive";
/**
 * The evidence that the submission to payroll is complete: `explicit` if an operator recorded the submission,
 * `automatic` if the whole credit was used against income tax, `unexplained` if there is a flag without a
 * reason or a time without a flag.
 */
type Evidence = "none" | "explicit" | "automatic" | "unexplained";

interface ClaimRow {
  readonly decision: Condition<Decision>;
  readonly filing: Condition<Filing>;
  readonly total: Condition<RecordedAmount>;
  readonly result: ClaimStatus;
}

export const CLAIM_TABLE: readonly ClaimRow[] = [
  // A decline overrides all other evidence of a claim.
  { decision: ["declined"], filing: "any", total: "any", result: "not_claimed" },
  { decision: "any", filing: ["this_return"], total: ["positive"], result: "claimed" },
  { decision: ["opted_in"], filing: "any", total: "any", result: "pending" },
  { decision: ["undecided"], filing: "any", total: "any", result: "undecided" },
];

interface SubmissionRow {
  readonly claim: Condition<ClaimStatus>;
  readonly filing: Condition<Filing>;
  readonly payroll: Condition<RecordedAmount>;
  readonly evidence: Condition<Evidence>;
  readonly supported: Condition<"yes" | "no">;
  readonly result: SubmissionStatus;
}

const ANY = { claim: "any", filing: "any", payroll: "any", evidence: "any", supported: "any" } as const;

export const SUBMISSION_TABLE: readonly SubmissionRow[] = [
  { ...ANY, claim: ["not_claimed"], result: "not_required" },
  { ...ANY, claim: ["undecided"], result: "unknown" },
  { ...ANY, filing: ["unfiled"], result: "waiting_for_tax_filing" },
  // If nothing is left for payroll, no submission is required, even if one was flagged as done.
  { ...ANY, payroll: ["zero"], result: "not_required" },
  { ...ANY, payroll: ["unknown"], result: "unknown" },
  { ...ANY, evidence: ["explicit"], result: "submitted" },
  { ...ANY, evidence: ["unexplained"], result: "unknown" },
  // The amounts are those of a return that was not filed, so nothing is known about the filed one.
  { ...ANY, filing: ["another_return"], result: "unknown" },
  // An automatic completion was for a full offset, which no longer applies if a part is left for payroll.
  { ...ANY, supported: ["yes"], result: "pending" },
  { ...ANY, result: "action_required" },
];

/** Returns the result of the first row whose conditions hold for the facts. */
function lookUp<R extends { readonly result: unknown }>(
  table: readonly R[],
  facts: { readonly [Name in Exclude<keyof R, "result">]: string },
): R["result"] {
  const names = Object.keys(facts) as Exclude<keyof R, "result">[];
  const row = table.find((each) =>
    names.every((name) => each[name] === "any" || (each[name] as readonly string[]).includes(facts[name])),
  );
  return present(row, "a table of precedence has no row for the facts").result;
}

function recordedAmount(cents: number | null): RecordedAmount {
  return cents === null ? "unknown" : cents === 0 ? "zero" : "positive";
}

/**
 * The total of a return; null if unknown. A total of zero counts as known only if an allocation of zero was
 * recorded too. Otherwise it is the default value of a form that was not filled in.
 */
function totalOf({
  total_cents,
  income_tax_cents,
}: Pick<ReturnPackage, "total_cents" | "income_tax_cents">): number | null {
  return total_cents === 0 && income_tax_cents !== 0 ? null : total_cents;
}

/** The allocation against income tax; null if unknown or if it is more than the recorded total. */
function allocationOf({
  total_cents,
  income_tax_cents,
}: Pick<ReturnPackage, "total_cents" | "income_tax_cents">): number | null {
  return total_cents !== null && income_tax_cents !== null && income_tax_cents > total_cents
    ? null
    : income_tax_cents;
}

/** The estimated credit; null if unknown. A zero that nobody confirmed counts as unknown. */
function estimateOf({ estimate_cents, estimate_confirmed }: Questionnaire): number | null {
  return estimate_cents === 0 && !estimate_confirmed ? null : estimate_cents;
}

function evidenceOf({ payroll_done, payroll_done_because, payroll_submitted_at }: Questionnaire): Evidence {
  if (payroll_done_because === "submitted") return "explicit";
  if (payroll_done_because === "full_offset") return "automatic";
  return payroll_done || payroll_submitted_at !== null ? "unexplained" : "none";
}

/**
 * True if a questionnaire's return is marked as filed. The mark does not count while the year's income record
 * is not filed.
 */
export function isFiledReturn(
  { package: returned }: Pick<Questionnaire, "package">,
  income: IncomeFiling | null,
): boolean {
  return returned !== null && returned.filed && (income === null || income.filed);
}

/**
 * The questionnaire from which a credit is computed: that of the filed return, or else the latest.
 */
export function sourceOf(
  questionnaires: readonly Questionnaire[],
  income: IncomeFiling | null,
): Questionnaire {
  const [first, ...others] = questionnaires;
  assert(first !== undefined, "a tax credit without a questionnaire");
  return others.reduce((best, each) => (isOverriddenBy(best, each, income) ? each : best), first);
}

/** True if `b` takes precedence over `a`: it was filed, or was created later, or has a higher number. */
function isOverriddenBy(a: Questionnaire, b: Questionnaire, income: IncomeFiling | null): boolean {
  const rankOf = (each: Questionnaire) =>
    [isFiledReturn(each, income) ? 1 : 0, each.created, each.number] as const;
  const [rankOfA, rankOfB] = [rankOf(a), rankOf(b)];
  const at = rankOfA.findIndex((value, index) => value !== rankOfB[index]);
  return at >= 0 && (rankOfA[at] ?? 0) < (rankOfB[at] ?? 0);
}

/**
 * Computes a credit from its questionnaires, of which there is at least one, and the year's income record.
 */
export function computeCredit(
  questionnaires: readonly Questionnaire[],
  income: IncomeFiling | null,
): Computed {
  const source = sourceOf(questionnaires, income);
  const { package: returned } = source;
  const filing: Filing = isFiledReturn(source, income)
    ? "this_return"
    : income?.filed
      ? "another_return"
      : "unfiled";
  const total = returned === null ? null : totalOf(returned);
  const applied = returned === null ? null : allocationOf(returned);
  const payroll = total === null || applied === null ? null : total - applied;
  const estimate = estimateOf(source);
  const claim_status = lookUp(CLAIM_TABLE, {
    decision: source.decision,
    filing,
    total: recordedAmount(total),
  });
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
      status: lookUp(SUBMISSION_TABLE, {
        claim: claim_status,
        filing,
        payroll: recordedAmount(payroll),
        evidence: evidenceOf(source),
        supported:
          source.payroll_provider !== null && SUPPORTED_PROVIDERS.includes(source.payroll_provider)
            ? "yes"
            : "no",
      }),
    },
    created: source.created,
    updated: Math.max(source.updated, returned?.updated ?? 0, income?.updated ?? 0) as UnixSeconds,
  };
}
