/** The API of tax credits (specification, "Tax credits" and "Tax credit"). */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { limitParam, opaqueParam, plainIdParam, wordParam, yearParam } from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import { centsSchema, markerSchema, pageSchema, timestampSchema } from "../../../contract/schemas.ts";
import { CREDITS } from "./record.ts";
import { AMOUNT_BASES, CLAIM_STATUSES, CREDIT_TYPES, SUBMISSION_STATUSES } from "./rules/words.ts";

export const creditSchema = exactly(
  {
    ...membersOf(CREDITS, "id"),
    object: markerSchema("tax_credit"),
    ...membersOf(CREDITS, "type"),
    jurisdiction: Type.Literal("US", { description: "Always `US`: federal." }),
    ...membersOf(CREDITS, "year"),
    currency: Type.Literal("usd", { description: "Always `usd`." }),
    claim_status: Type.Enum([...CLAIM_STATUSES], {
      description:
        "`undecided`; `not_claimed` if declined; `pending` if opted in; `claimed` if the filed return has a positive credit.",
    }),
    amount_cents: nullable(
      centsSchema("The whole credit, before any use; null if unknown, 0 if known to be zero."),
    ),
    amount_basis: Type.Union([Type.Enum([...AMOUNT_BASES]), Type.Null()], {
      description: "The source of the amount; null if unknown.",
    }),
    applied_to_income_tax_cents: nullable(
      centsSchema(
        "The part used against income tax; null if not recorded, or if more than the return's total is recorded.",
      ),
    ),
    payroll_credit_cents: nullable(
      centsSchema(
        "The part of the return's total left for payroll tax; null unless both are known. It is not a refund received.",
      ),
    ),
    payroll_submission: exactly(
      {
        provider: nullable(
          Type.String({ description: "The payroll software, by name; null when it is not known." }),
        ),
        status: Type.Enum([...SUBMISSION_STATUSES], {
          description:
            "The status of the submission to payroll. `submitted` is recorded here; it means neither acknowledgment nor refund.",
        }),
      },
      { title: "PayrollSubmission" },
    ),
    created: timestampSchema("When the record's questionnaire was created."),
    updated: timestampSchema(
      "When that questionnaire, the year's income tax record or the return last changed.",
    ),
  },
  { title: "TaxCredit" },
);

const VIEW = [{ area: "taxes", level: "view" }] as const;
const read = {
  method: "GET",
  tag: "Taxes",
  since: "1.0",
  requires: VIEW,
  unknownQuery: "ignored",
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely.",
  hints: READ_HINTS,
} as const;

export const taxCreditsContract = {
  listTaxCredits: operation({
    ...read,
    id: "listTaxCredits",
    path: "/tax_credits",
    summary: "List tax credits",
    description:
      "One credit for each type and year, newest year first. Reading calculates no credit, changes no decision, and files and submits nothing.",
    pathParams: {},
    query: {
      type: wordParam(CREDIT_TYPES, { description: "Only credits of this type." }),
      year: yearParam({ description: "Only the credit of this tax year." }),
      claim_status: wordParam(CLAIM_STATUSES, { description: "Only credits of this claim status." }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same filters.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of tax credits.",
      schema: pageSchema("/tax_credits", creditSchema),
    },
    errors: [
      {
        code: "resource_missing",
        params: ["starting_after"],
        when: "The cursor is unknown or filtered out.",
      },
    ],
    limits: ["page_size_default", "page_size_max"],
    examples: [
      { title: "All credits", path: "/tax_credits" },
      { title: "Credits still to be claimed", path: "/tax_credits?claim_status=pending" },
    ],
  }),
  getTaxCredit: operation({
    ...read,
    id: "getTaxCredit",
    path: "/tax_credits/{id}",
    summary: "Read one tax credit",
    description: "One credit, directly.",
    concealment: "Another company's credit is answered like an unknown one.",
    pathParams: {
      id: plainIdParam("taxCredit", { description: "The credit's id, `tcred_` and letters and digits." }),
    },
    query: {},
    paging: { kind: "none" },
    success: { status: 200, description: "The credit.", schema: creditSchema },
    errors: [{ code: "resource_missing", params: ["id"], when: "There is no such credit." }],
    limits: [],
    examples: [{ title: "A credit", path: "/tax_credits/tcred_example" }],
  }),
} as const;
