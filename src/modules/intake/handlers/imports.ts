/** The handlers of the operations on imports of books: forms to answers, plans and rows to views. */
import { type CallOf, CONSOLE_API_ROOT, type Handlers, type OutputOf } from "../../../contract/operation.ts";
import { wholeList } from "../../../contract/schemas.ts";
import { cents } from "@daybook/words/cents";
import { DATE_INPUT, readAs } from "../../../core/kinds.ts";
import { refuse } from "../../../core/errors.ts";
import type { importsContract } from "../contract/imports.ts";
import type { BookImportRow } from "../record.ts";
import type { ImportAnswers } from "../rules/import-answers.ts";
import type { LaterImport } from "../rules/later-import.ts";
import { noteIn } from "../../../core/advice.ts";
import type { AskedPlan, ImportFiles } from "../service/accepted-imports.ts";
import type { IntakeService } from "../service/index.ts";
import type { PlanReport, Proof } from "../service/plan-books.ts";

export type ImportsService = Pick<
  IntakeService,
  "acceptImport" | "getImport" | "listImports" | "planImport" | "takeBackImport"
>;
type Body = CallOf<typeof importsContract.planBookImport>["body"];
type Plan = OutputOf<typeof importsContract.planBookImport>;

/** Vouchers and accounts of each list of a plan that are shown. */
const SHOWN = 200;

function importView(row: BookImportRow) {
  const {
    place: _,
    answers: _answers,
    made_categories: _chart,
    made_departments: _teams,
    enabled_departments: _feature,
    ...shown
  } = row;
  return { ...shown, object: "book_import" as const };
}

function filesOf({ file, accounts, trial_balance }: Body): ImportFiles {
  return {
    name: file.name,
    books: file.content,
    accounts: accounts?.content ?? null,
    trial_balance: trial_balance?.content ?? null,
  };
}

/** Refuses an account or a voucher for which two choices are given. */
function mapOf<Choice>(
  param: "answers" | "cash_flow" | "change_of" | "columns" | "prices",
  pairs: readonly (readonly [name: string, choice: Choice])[],
): Readonly<Record<string, Choice>> {
  const twice = pairs.find(([name], at) => pairs.findIndex(([other]) => other === name) !== at);
  if (twice !== undefined)
    throw refuse("invalid_request", {
      param,
      message: `\`${param}\` names ${JSON.stringify(twice[0])} twice.`,
    });
  return Object.fromEntries(pairs);
}

function answersOf(body: Body): ImportAnswers {
  const { answers = [], change_of = [], columns = [], prices = [], cash_flow = [] } = body;
  const { trial_balance_date: date } = body;
  return {
    kinds: mapOf(
      "answers",
      answers.map(({ account, kind }) => [account, kind] as const),
    ),
    columns: mapOf(
      "columns",
      columns.map(({ holds, column }) => [holds, column] as const),
    ),
    prices: mapOf(
      "prices",
      prices.map(({ commodity, price }) => [commodity, price] as const),
    ),
    cash_flow: mapOf(
      "cash_flow",
      cash_flow.map(({ account, role }) => [account, role] as const),
    ),
    date_format: body.date_format ?? null,
    closing_vouchers: body.closing_vouchers ?? null,
    trial_balance_date: date === undefined ? null : readAs(DATE_INPUT, date, "trial_balance_date"),
    changes: body.changes ?? null,
    change_of: mapOf(
      "change_of",
      change_of.map(({ voucher, choice }) => [voucher, choice] as const),
    ),
  };
}

/** What the plan of a file that can't be read says of it. */
const NOTHING = {
  format: null,
  vouchers: 0,
  entries: 0,
  first_date: null,
  last_date: null,
  new_count: 0,
  same_count: 0,
  changed_count: 0,
  gone_count: 0,
  skipped: [],
  changed: [],
  gone: [],
  proof: null,
  notes: [],
};

function planView({ plan, problem, unsure }: AskedPlan): Plan {
  const object = "book_import_plan" as const;
  if (plan === null) {
    const accounts = unsure.map(({ account, evidence }) => ({
      account,
      kind: null,
      reason: "",
      evidence: [...evidence],
    }));
    return { ...NOTHING, object, digest: null, problem, accounts };
  }
  const { accounts, later, proof, lines_skipped, other_notes: notes } = plan;
  const asked = accounts.filter(({ isSure }) => !isSure);
  const isProven = proof === null || proof.differences.length === 0;
  return {
    object,
    digest: asked.length === 0 && isProven && problem === null ? plan.digest : null,
    problem,
    format: plan.format,
    vouchers: plan.vouchers,
    entries: plan.entries,
    first_date: plan.first_date,
    last_date: plan.last_date,
    ...laterView(plan, later),
    skipped: lines_skipped.map(({ reason, count }) => ({ reason, lines: count })),
    accounts: [...asked, ...accounts.filter(({ isSure }) => isSure)].map((each) => ({
      account: each.account,
      kind: each.isSure ? each.kind : null,
      reason: each.reason,
      evidence: [...each.evidence],
    })),
    proof: proof && proofView(proof),
    notes: notes.map((note) => noteIn(note)),
  };
}

function laterView({ vouchers }: PlanReport, later: LaterImport | null) {
  const {
    added_vouchers = vouchers,
    known_vouchers = 0,
    changed_vouchers = [],
    gone_vouchers = [],
  } = later ?? {};
  return {
    new_count: added_vouchers,
    same_count: known_vouchers,
    changed_count: changed_vouchers.length,
    gone_count: later?.gone_count ?? 0,
    changed: changed_vouchers.slice(0, SHOWN).map(({ was, ...each }) => ({
      ...each,
      was_date: was.date,
      was_description: was.description,
      was_amount_cents: was.amount_cents,
    })),
    gone: gone_vouchers.slice(0, SHOWN).map((each) => ({ ...each })),
  };
}

function proofView({ date, accounts, differences }: Proof) {
  return {
    date,
    accounts,
    difference_count: differences.length,
    differences: differences.slice(0, SHOWN).map(({ account, expected, found }) => ({
      account,
      expected_cents: expected === null ? null : cents(expected),
      found_cents: cents(found),
    })),
  };
}

export function importsHandlers(intake: ImportsService): Handlers<typeof importsContract> {
  return {
    async planBookImport({ principal, body }) {
      const { companyId, userId } = principal;
      return planView(await intake.planImport(companyId, filesOf(body), answersOf(body), userId));
    },
    async createBookImport({ principal, body }) {
      return importView(
        await intake.acceptImport(principal.companyId, filesOf(body), answersOf(body), body.digest),
      );
    },
    async getBookImport({ principal, input }) {
      return importView(await intake.getImport(principal.companyId, input.id));
    },
    async listBookImports({ principal }) {
      const rows = await intake.listImports(principal.companyId);
      return wholeList(`${CONSOLE_API_ROOT}/book_imports`, rows.map(importView));
    },
    async takeBackBookImport({ principal, input, body }) {
      const { book_import, ...counts } = await intake.takeBackImport(
        principal.companyId,
        input.id,
        body.dry_run === true,
      );
      return {
        object: "book_import_take_back" as const,
        ...counts,
        book_import: importView(book_import),
      };
    },
  };
}
