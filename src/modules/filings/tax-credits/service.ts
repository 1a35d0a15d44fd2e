/**
 * Use cases on tax credits: reading credits, and recording the facts from which credits are computed.
 * Invariants: reading stores nothing; facts change only as the tables of `rules/states.ts` allow, and each
 * change adds an audit line.
 */
import type { CompanyFor } from "@daybook/words/areas";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { type Refusal, refuse } from "../../../core/errors.ts";
import type { Audit } from "../../../core/audit.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { defaultsOf, type RowOf } from "../../../core/record.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import { lockCompany } from "../../tenants/company/index.ts";
import { addAuditLine } from "../taxes/index.ts";
import { computeCredit, isFiledReturn } from "./rules/precedence.ts";
import {
  DECISION,
  type DECISION_EVENTS,
  PAYROLL,
  type PAYROLL_EVENTS,
  payrollStateOf,
  RETURN,
  type RETURN_EVENTS,
  returnStateOf,
} from "./rules/states.ts";
import { type CREDITS, type Questionnaire, QUESTIONNAIRES, type ReturnPackage, RETURNS } from "./record.ts";
import type { ClaimStatus, Computed } from "./rules/words.ts";
import { type CreditRow, taxCreditsStore } from "./store.ts";

type Company = PublicId<"company">;

/** A credit with its computed values. */
export type ComputedCredit = RowOf<typeof CREDITS> & Computed;

/** A company whose taxes the caller may read. */
type TaxedCompany = CompanyFor<"taxes:view">;

export interface CreditQuery {
  readonly year: number | null;
  readonly claim_status: ClaimStatus | null;
  readonly limit: number;
  readonly starting_after: string | null;
}

/** Identifies a questionnaire. */
export interface QuestionnaireKey {
  readonly year: number;
  /** Null for the last questionnaire of the year. */
  readonly number: number | null;
}

/** The answers of a questionnaire, which can be recorded at any time. Absent answers stay unchanged. */
export type Answers = Partial<
  Pick<Questionnaire, "estimate_cents" | "estimate_confirmed" | "payroll_provider">
>;
export type Amounts = Partial<Pick<ReturnPackage, "total_cents" | "income_tax_cents">>;

export interface TaxCreditsService {
  /**
   * Lists up to `limit` + 1 credits, newest year first. Throws the refusal `resource_missing` if
   * `starting_after` is not in the list.
   */
  list(companyId: TaxedCompany, query: CreditQuery): Promise<ComputedCredit[]>;
  /** Returns a credit. Throws the refusal `resource_missing`. */
  get(companyId: TaxedCompany, id: string): Promise<ComputedCredit>;
  /** Begins the onboarding of a year, or begins it again with a new questionnaire. */
  begin(companyId: Company, year: number, answers: Answers, at: Audit): Promise<ComputedCredit>;
  recordAnswers(
    companyId: Company,
    questionnaire: QuestionnaireKey,
    answers: Answers,
    at: Audit,
  ): Promise<ComputedCredit>;
  decide(
    companyId: Company,
    questionnaire: QuestionnaireKey,
    event: (typeof DECISION_EVENTS)[number],
    at: Audit,
  ): Promise<ComputedCredit>;
  /** Records the amounts of a return, or that the return was filed. */
  recordReturn(
    companyId: Company,
    questionnaire: QuestionnaireKey,
    event: (typeof RETURN_EVENTS)[number],
    amounts: Amounts,
    at: Audit,
  ): Promise<ComputedCredit>;
  recordPayroll(
    companyId: Company,
    questionnaire: QuestionnaireKey,
    event: (typeof PAYROLL_EVENTS)[number],
    at: Audit,
  ): Promise<ComputedCredit>;
  /**
   * Marks the return of a year's credit as filed, within the transaction that marks the income record as
   * filed. Does nothing if the year has no credit with a return, or a return that was marked before.
   */
  onIncomeFiled(tx: Tx, companyId: Company, year: number, at: Audit): Promise<void>;
}

/** A changed questionnaire, and the texts of its audit line. */
interface QuestionnaireChange {
  readonly row: Questionnaire;
  readonly from: string;
  readonly to: string;
}

/** The dependencies of the service. */
interface TaxCreditsNeeds {
  readonly db: Db;
  readonly ids: Ids;
}

export function taxCreditsService({ db, ids }: TaxCreditsNeeds): TaxCreditsService {
  /** Changes a questionnaire and adds an audit line. Throws the refusal `resource_missing`. */
  const changeQuestionnaire = (
    companyId: Company,
    { year, number }: QuestionnaireKey,
    command: string,
    { now, by }: Audit,
    work: (row: Questionnaire, credit: CreditRow) => QuestionnaireChange,
  ) =>
    db.transaction(async (tx) => {
      await lockCompany(tx, companyId);
      const credit = await taxCreditsStore.findYear(tx, companyId, year);
      const former = credit?.questionnaires.find((each, index, all) =>
        number === null ? index === all.length - 1 : each.number === number,
      );
      if (credit === null || former === undefined) throw missing(year);
      const { row, from, to } = work(former, credit);
      await taxCreditsStore.putQuestionnaire(tx, companyId, credit.id, row);
      await addAuditLine(tx, companyId, {
        at: now,
        by,
        action: command,
        subject: subjectOf(year, row.number),
        from_state: from,
        to_state: to,
      });
      return reload(tx, companyId, year);
    });

  return {
    async list(companyId, { year, claim_status, limit, starting_after }) {
      const all = (await taxCreditsStore.list(db, companyId, year))
        .map(computedCredit)
        .filter((credit) => claim_status === null || credit.claim_status === claim_status);
      // The status is computed, so SQL can't filter by it. There is only one credit for each year.
      const after = starting_after === null ? -1 : all.findIndex(({ id }) => id === starting_after);
      if (starting_after !== null && after < 0) throw refuse("resource_missing", { param: "starting_after" });
      return all.slice(after + 1, after + 1 + limit + 1);
    },
    async get(companyId, id) {
      const row = await taxCreditsStore.find(db, companyId, id);
      if (row === null) throw refuse("resource_missing", { param: "id" });
      return computedCredit(row);
    },
    begin: (companyId, year, answers, { now, by }) =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        const former = await taxCreditsStore.findYear(tx, companyId, year);
        const id = former?.id ?? ids.next("taxCredit");
        if (former === null) await taxCreditsStore.insert(tx, companyId, { id, year });
        const number = (former?.questionnaires.at(-1)?.number ?? 0) + 1;
        const most = LIMITS.tax_questionnaires.value;
        if (number > most)
          throw refuse("invalid_request", {
            param: "year",
            message: `A credit has at most ${most} questionnaires.`,
          });
        await taxCreditsStore.putQuestionnaire(tx, companyId, id, {
          ...defaultsOf(QUESTIONNAIRES),
          package: null,
          ...answers,
          number,
          created: now,
          updated: now,
        });
        await addAuditLine(tx, companyId, {
          at: now,
          by,
          action: "questionnaire",
          subject: subjectOf(year, number),
          from_state: "none",
          to_state: defaultsOf(QUESTIONNAIRES).decision,
        });
        return reload(tx, companyId, year);
      }),
    recordAnswers: (companyId, questionnaire, answers, at) =>
      changeQuestionnaire(companyId, questionnaire, "answer", at, (former) => ({
        row: { ...former, ...answers, updated: changeTime(former, at.now) },
        from: answersText(former),
        to: answersText({ ...former, ...answers }),
      })),
    decide: (companyId, questionnaire, event, at) =>
      changeQuestionnaire(companyId, questionnaire, event, at, (former) => {
        if (former.package?.filed)
          throw refuse("invalid_request", {
            param: "event",
            message: "The return was filed, so the decision can't change.",
          });
        const decision = DECISION.next(former.decision, event) ?? impossible(event, former.decision);
        return {
          row: { ...former, decision, updated: changeTime(former, at.now) },
          from: former.decision,
          to: decision,
        };
      }),
    recordReturn: (companyId, questionnaire, event, amounts, at) =>
      changeQuestionnaire(companyId, questionnaire, `return ${event}`, at, (former, credit) => {
        const from = returnStateOf(former);
        const to = RETURN.next(from, event) ?? impossible(event, from);
        if (event === "file") checkCanFile(credit);
        const updated = {
          ...defaultsOf(RETURNS),
          ...former.package,
          ...amounts,
          filed: to === "filed",
          updated: changeTime(former.package ?? former, at.now),
        };
        return {
          row: { ...former, package: updated },
          from: `${from}: ${amountsText(former.package)}`,
          to: `${to}: ${amountsText(updated)}`,
        };
      }),
    recordPayroll: (companyId, questionnaire, event, at) =>
      changeQuestionnaire(companyId, questionnaire, `payroll ${event}`, at, (former, { income }) => {
        const from = payrollStateOf(former);
        const to = PAYROLL.next(from, event) ?? impossible(event, from);
        const { payroll_credit_cents: forPayroll, claim_status } = computeCredit([former], income);
        if (
          to === "submitted" &&
          (!forPayroll || !isFiledReturn(former, income) || claim_status === "not_claimed")
        )
          throw refuse("invalid_request", {
            param: "event",
            message: "Only the part that a filed return leaves for payroll can be submitted.",
          });
        if (to === "full_offset" && forPayroll !== 0)
          throw refuse("invalid_request", {
            param: "event",
            message: "It is not known that the whole credit is used against income tax.",
          });
        const done = {
          payroll_done: to !== "open",
          payroll_done_because: to === "open" || to === "unexplained" ? null : to,
          payroll_submitted_at: to === "submitted" ? at.now : null,
        };
        return { row: { ...former, ...done, updated: changeTime(former, at.now) }, from, to };
      }),
    async onIncomeFiled(tx, companyId, year, { now, by }) {
      const credit = await taxCreditsStore.findYear(tx, companyId, year);
      const latest = credit?.questionnaires.at(-1);
      if (!credit || !latest?.package || credit.questionnaires.some((each) => each.package?.filed)) return;
      const row = {
        ...latest,
        package: { ...latest.package, filed: true, updated: changeTime(latest.package, now) },
      };
      await taxCreditsStore.putQuestionnaire(tx, companyId, credit.id, row);
      await addAuditLine(tx, companyId, {
        at: now,
        by,
        action: "return file",
        subject: subjectOf(year, row.number),
        from_state: `prepared: ${amountsText(row.package)}`,
        to_state: `filed: ${amountsText(row.package)}`,
      });
    },
  };
}

function missing(year: number): Refusal {
  return refuse("resource_missing", {
    param: "year",
    message: `There is no such questionnaire of ${year}.`,
    ways: [{ run: "tax questionnaire" }],
  });
}

/** Throws a refusal if the year's income record is not filed, or another return of the year is. */
function checkCanFile({ income, year, questionnaires }: CreditRow): void {
  if (!income?.filed)
    throw refuse("invalid_request", {
      param: "event",
      message: `The income filing of ${year} is not recorded as filed. Record that first.`,
      ways: [{ run: "tax advance" }],
    });
  const other = questionnaires.find((each) => each.package?.filed);
  if (other)
    throw refuse("invalid_request", {
      param: "event",
      message: `The return of questionnaire ${other.number} was filed for ${year}.`,
    });
}

/** Refuses an event that the present state does not allow. */
function impossible(event: string, from: string): never {
  throw refuse("invalid_request", {
    param: "event",
    message: `It is ${from}, so ${event} can't be recorded.`,
  });
}

/** The time of a change: `now`, but never before the record's last change, even if the clock was set back. */
function changeTime({ updated }: { readonly updated: UnixSeconds }, now: UnixSeconds): UnixSeconds {
  return now > updated ? now : updated;
}

function subjectOf(year: number, number: number): string {
  return `credit ${year}, questionnaire ${number}`;
}

function answersText({ estimate_cents, estimate_confirmed, payroll_provider }: Questionnaire): string {
  return `estimate ${estimate_cents ?? "unknown"}${estimate_confirmed ? " confirmed" : ""}, provider ${payroll_provider ?? "unknown"}`;
}

function amountsText(amounts: ReturnPackage | null): string {
  return `total ${amounts?.total_cents ?? "unknown"}, income tax ${amounts?.income_tax_cents ?? "unknown"}`;
}

function computedCredit({ questionnaires, income, ...credit }: CreditRow): ComputedCredit {
  return { ...credit, ...computeCredit(questionnaires, income) };
}

async function reload(tx: Tx, companyId: Company, year: number): Promise<ComputedCredit> {
  const row = await taxCreditsStore.findYear(tx, companyId, year);
  if (row === null) throw refuse("resource_missing", { param: "year" });
  return computedCredit(row);
}
