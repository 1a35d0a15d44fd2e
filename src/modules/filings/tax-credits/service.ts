/**
 * Use cases on tax credits: reading them, and recording the facts that they are computed from. Invariants:
 * reading stores nothing; facts change only as the tables of states allow, and each change leaves an audit
 * line.
 */
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { refuse } from "../../../core/errors.ts";
import type { Audit } from "../../../core/audit.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { defaultsOf, type RowOf } from "../../../core/record.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import { lockCompany } from "../../tenants/company/index.ts";
import { note } from "../taxes/index.ts";
import { computed, isFiledReturn } from "./rules/precedence.ts";
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

export interface CreditQuery {
  readonly year: number | null;
  readonly claim_status: ClaimStatus | null;
  readonly limit: number;
  readonly starting_after: string | null;
}

/** Selects a questionnaire: the last one if no number is given. */
export interface QuestionnaireKey {
  readonly year: number;
  readonly number: number | null;
}

/** The answers that can be recorded at any time; omitted ones stay. */
export type Answers = Partial<
  Pick<Questionnaire, "estimate_cents" | "estimate_confirmed" | "payroll_provider">
>;
export type Amounts = Partial<Pick<ReturnPackage, "total_cents" | "income_tax_cents">>;

export interface TaxCreditsService {
  /**
   * Up to `limit` + 1 credits, newest year first. Refuses `resource_missing` if `starting_after` is not in
   * the list.
   */
  list(companyId: Company, query: CreditQuery): Promise<ComputedCredit[]>;
  /** Refuses `resource_missing`. */
  get(companyId: Company, id: string): Promise<ComputedCredit>;
  /** Begins the onboarding of a year, or restarts it. */
  begin(companyId: Company, year: number, answers: Answers, at: Audit): Promise<ComputedCredit>;
  answer(companyId: Company, which: QuestionnaireKey, answers: Answers, at: Audit): Promise<ComputedCredit>;
  decide(
    companyId: Company,
    which: QuestionnaireKey,
    event: (typeof DECISION_EVENTS)[number],
    at: Audit,
  ): Promise<ComputedCredit>;
  /** Records the amounts of a return, or its filing. */
  prepare(
    companyId: Company,
    which: QuestionnaireKey,
    event: (typeof RETURN_EVENTS)[number],
    amounts: Amounts,
    at: Audit,
  ): Promise<ComputedCredit>;
  payroll(
    companyId: Company,
    which: QuestionnaireKey,
    event: (typeof PAYROLL_EVENTS)[number],
    at: Audit,
  ): Promise<ComputedCredit>;
  /**
   * Marks the return of a year's credit as filed, together with the income record; does nothing if there is
   * none.
   */
  incomeFiled(tx: Tx, companyId: Company, year: number, at: Audit): Promise<void>;
}

/** A changed questionnaire, with the text for its audit line. */
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
  /** Changes one questionnaire and notes it. */
  const change = (
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
      if (credit === null || former === undefined) {
        throw refuse("resource_missing", {
          param: "year",
          message: `There is no such questionnaire of ${year}. Begin one with \`daybook tax questionnaire\`.`,
        });
      }
      const { row, from, to } = work(former, credit);
      await taxCreditsStore.putQuestionnaire(tx, companyId, credit.id, row);
      await note(tx, companyId, {
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
      const place = starting_after === null ? -1 : all.findIndex(({ id }) => id === starting_after);
      if (starting_after !== null && place < 0) throw refuse("resource_missing", { param: "starting_after" });
      return all.slice(place + 1, place + 1 + limit + 1);
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
        await note(tx, companyId, {
          at: now,
          by,
          action: "questionnaire",
          subject: subjectOf(year, number),
          from_state: "none",
          to_state: defaultsOf(QUESTIONNAIRES).decision,
        });
        return reload(tx, companyId, year);
      }),
    answer: (companyId, which, answers, at) =>
      change(companyId, which, "answer", at, (former) => ({
        row: { ...former, ...answers, updated: later(former, at.now) },
        from: answersText(former),
        to: answersText({ ...former, ...answers }),
      })),
    decide: (companyId, which, event, at) =>
      change(companyId, which, event, at, (former) => {
        if (former.package?.filed)
          throw refuse("invalid_request", {
            param: "event",
            message: "The return was filed, so the decision can't change.",
          });
        const decision = DECISION.next(former.decision, event) ?? impossible(event, former.decision);
        return {
          row: { ...former, decision, updated: later(former, at.now) },
          from: former.decision,
          to: decision,
        };
      }),
    prepare: (companyId, which, event, amounts, at) =>
      change(companyId, which, `return ${event}`, at, (former, credit) => {
        const from = returnStateOf(former);
        const to = RETURN.next(from, event) ?? impossible(event, from);
        if (event === "file") checkFiled(credit);
        const updated = {
          ...defaultsOf(RETURNS),
          ...former.package,
          ...amounts,
          filed: to === "filed",
          updated: later(former.package ?? former, at.now),
        };
        return {
          row: { ...former, package: updated },
          from: `${from}: ${amountsText(former.package)}`,
          to: `${to}: ${amountsText(updated)}`,
        };
      }),
    payroll: (companyId, which, event, at) =>
      change(companyId, which, `payroll ${event}`, at, (former, { income }) => {
        const from = payrollStateOf(former);
        const to = PAYROLL.next(from, event) ?? impossible(event, from);
        const { payroll_credit_cents: forPayroll, claim_status } = computed([former], income);
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
        return { row: { ...former, ...done, updated: later(former, at.now) }, from, to };
      }),
    async incomeFiled(tx, companyId, year, { now, by }) {
      const credit = await taxCreditsStore.findYear(tx, companyId, year);
      const latest = credit?.questionnaires.at(-1);
      if (!credit || !latest?.package || credit.questionnaires.some((each) => each.package?.filed)) return;
      const row = {
        ...latest,
        package: { ...latest.package, filed: true, updated: later(latest.package, now) },
      };
      await taxCreditsStore.putQuestionnaire(tx, companyId, credit.id, row);
      await note(tx, companyId, {
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

/** Refuses to file a return before the year's income filing is filed, and a second one of the year. */
function checkFiled({ income, year, questionnaires }: CreditRow): void {
  if (!income?.filed)
    throw refuse("invalid_request", {
      param: "event",
      message: `The income filing of ${year} is not recorded as filed. Record that first, with \`daybook tax advance\`.`,
    });
  const other = questionnaires.find((each) => each.package?.filed);
  if (other)
    throw refuse("invalid_request", {
      param: "event",
      message: `The return of questionnaire ${other.number} was filed for ${year}.`,
    });
}

function impossible(event: string, from: string): never {
  throw refuse("invalid_request", {
    param: "event",
    message: `It is ${from}, so ${event} can't be recorded.`,
  });
}

/** The new `updated` of a record, which never goes back, even if the clock was set back. */
function later({ updated }: { readonly updated: UnixSeconds }, now: UnixSeconds): UnixSeconds {
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
  return { ...credit, ...computed(questionnaires, income) };
}

async function reload(tx: Tx, companyId: Company, year: number): Promise<ComputedCredit> {
  const row = await taxCreditsStore.findYear(tx, companyId, year);
  if (row === null) throw refuse("resource_missing", { param: "year" });
  return computedCredit(row);
}
