/**
 * Commands with which operators record what tax credits are computed from. Each record adds an audit line.
 */
import { type Cents, cents } from "@daybook/words/cents";
import { FIRST_YEAR, LAST_YEAR } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { Answers, ComputedCredit } from "../../../modules/filings/tax-credits/index.ts";
import {
  DECISION_EVENTS,
  PAYROLL_EVENTS,
  RETURN_EVENTS,
} from "../../../modules/filings/tax-credits/words.ts";
import { databaseCommand } from "../command.ts";
import { needed, optional, pattern, text, toggle, UsageProblem, wholeNumber, word } from "../fields.ts";
import { table } from "../table.ts";
import { COMPANY_ARGUMENT as company, companyId } from "./choose.ts";

const year = needed("argument", wholeNumber("year", FIRST_YEAR, LAST_YEAR), "The tax year.");
const number = optional(
  "option",
  wholeNumber("number", 1, LIMITS.tax_questionnaires.value),
  "The questionnaire's number; default: the last one.",
);
const amount = (help: string) =>
  optional("option", pattern("cents", "^(unknown|\\d{1,15})$", "a whole number of cents, or unknown"), help);

const answers = {
  estimate: amount("The estimated credit. A 0 is unknown until it is confirmed."),
  confirmed: optional("option", word("yes", "no"), "Whether a person reviewed the estimate."),
  payroll_provider: optional("option", text("name"), "The payroll software; none for unknown."),
};

/** The values of `answers`; null for an option that is absent. */
interface AnswerOptions {
  readonly estimate: string | null;
  readonly confirmed: "yes" | "no" | null;
  readonly payroll_provider: string | null;
}

function centsOf(amountText: string): Cents | null {
  return amountText === "unknown" ? null : cents(Number(amountText));
}

/** Returns the answers that the options give; absent options are left out. */
function answersOf({ estimate, confirmed, payroll_provider }: AnswerOptions): Answers {
  return {
    ...(estimate === null ? {} : { estimate_cents: centsOf(estimate) }),
    ...(confirmed === null ? {} : { estimate_confirmed: confirmed === "yes" }),
    ...(payroll_provider === null
      ? {}
      : { payroll_provider: payroll_provider === "none" ? null : payroll_provider }),
  };
}

const HEAD = ["CREDIT", "YEAR", "CLAIM", "AMOUNT", "BASIS", "INCOME TAX", "PAYROLL", "SUBMISSION"];
const centsText = (amountCents: number | null): string =>
  amountCents === null ? "unknown" : String(amountCents);

function line(credit: ComputedCredit): string[] {
  const { provider, status } = credit.payroll_submission;
  return [
    credit.id,
    String(credit.year),
    credit.claim_status,
    centsText(credit.amount_cents),
    credit.amount_basis ?? "",
    centsText(credit.applied_to_income_tax_cents),
    centsText(credit.payroll_credit_cents),
    `${status}${provider === null ? "" : ` (${provider})`}`,
  ];
}

const showCredit = (credit: ComputedCredit): string => table(HEAD, [line(credit)], "");

const taxCredits = databaseCommand({
  name: "tax credits",
  summary: "List a company's computed tax credits",
  examples: [["tax credits comp_sample --json", "as in the API, amounts in cents"]],
  fields: { company },
  async run(app, args) {
    const id = companyId(args.company);
    await app.company.read(id);
    return {
      credits: await app.taxCredits.list(id, {
        year: null,
        claim_status: null,
        limit: LAST_YEAR,
        starting_after: null,
      }),
    };
  },
  show: ({ credits }) =>
    table(HEAD, credits.map(line), "There is no tax credit yet. Begin one with `daybook tax questionnaire`."),
});

const taxQuestionnaire = databaseCommand({
  name: "tax questionnaire",
  summary: "Begin the onboarding of a year's credit, or record its answers",
  examples: [
    [
      "tax questionnaire comp_sample 2025 --begin --estimate 4200000 --payroll-provider gusto",
      "for the first time, or again",
    ],
    ["tax questionnaire comp_sample 2025 --confirmed yes", "an answer of the last one"],
  ],
  fields: {
    company,
    year,
    begin: toggle("Begin a questionnaire: the year's first, or another after a restart of the onboarding."),
    number,
    ...answers,
  },
  async run(app, args, _report, _signal, by) {
    const id = companyId(args.company);
    if (args.begin && args.number !== null)
      throw new UsageProblem("--begin assigns the next number; omit --number.");
    const newAnswers = answersOf(args);
    if (!args.begin && Object.keys(newAnswers).length === 0)
      throw new UsageProblem("Give an answer, --estimate, --confirmed or --payroll-provider, or --begin.");
    const recorded = { now: app.clock.now(), by };
    return args.begin
      ? app.taxCredits.begin(id, args.year, newAnswers, recorded)
      : app.taxCredits.recordAnswers(id, args, newAnswers, recorded);
  },
  show: showCredit,
});

const taxClaim = databaseCommand({
  name: "tax claim",
  summary: "Record the decision about a year's credit",
  examples: [["tax claim comp_sample 2025 opt_in", "or decline"]],
  fields: { company, year, event: needed("argument", word(...DECISION_EVENTS), "What was decided."), number },
  run: async (app, args, _report, _signal, by) =>
    app.taxCredits.decide(companyId(args.company), args, args.event, { now: app.clock.now(), by }),
  show: showCredit,
});

const taxReturn = databaseCommand({
  name: "tax return",
  summary: "Record the amounts of a prepared return, or that it was filed",
  description:
    "Recording an income filing as filed also marks the last questionnaire's return as filed. Omitted amounts stay unchanged.",
  examples: [
    ["tax return comp_sample 2025 prepare --total 4000000 --income-tax 1000000", "in cents"],
    ["tax return comp_sample 2025 file --number 1", "the return of the first questionnaire was filed"],
  ],
  fields: {
    company,
    year,
    event: needed("argument", word(...RETURN_EVENTS), "What happened."),
    number,
    total: amount("The whole credit."),
    income_tax: amount("The part used against income tax."),
  },
  async run(app, args, _report, _signal, by) {
    const amounts = {
      ...(args.total === null ? {} : { total_cents: centsOf(args.total) }),
      ...(args.income_tax === null ? {} : { income_tax_cents: centsOf(args.income_tax) }),
    };
    return app.taxCredits.recordReturn(companyId(args.company), args, args.event, amounts, {
      now: app.clock.now(),
      by,
    });
  },
  show: showCredit,
});

const taxPayroll = databaseCommand({
  name: "tax payroll",
  summary: "Record the status of a credit's submission to payroll",
  description:
    "submitted: it was submitted. offset: nothing is left for payroll. reopened: neither applies any more.",
  examples: [["tax payroll comp_sample 2025 submitted", "the part that a filed return leaves for payroll"]],
  fields: { company, year, event: needed("argument", word(...PAYROLL_EVENTS), "What happened."), number },
  run: async (app, args, _report, _signal, by) =>
    app.taxCredits.recordPayroll(companyId(args.company), args, args.event, { now: app.clock.now(), by }),
  show: showCredit,
});

export const TAX_CREDIT_COMMANDS = [taxCredits, taxQuestionnaire, taxClaim, taxReturn, taxPayroll];
