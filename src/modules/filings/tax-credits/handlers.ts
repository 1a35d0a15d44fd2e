/** The operations on tax credits: queries to the service, credits to views. */
import type { Handlers } from "../../../contract/operation.ts";
import { page } from "../../../contract/schemas.ts";
import type { taxCreditsContract } from "./contract.ts";
import { CREDIT_TYPES } from "./rules/words.ts";
import type { TaxCreditsService, ComputedCredit } from "./service.ts";

const [TYPE] = CREDIT_TYPES;

function creditView(credit: ComputedCredit) {
  return {
    id: credit.id,
    object: "tax_credit" as const,
    type: TYPE,
    jurisdiction: "US" as const,
    year: credit.year,
    currency: "usd" as const,
    claim_status: credit.claim_status,
    amount_cents: credit.amount_cents,
    amount_basis: credit.amount_basis,
    applied_to_income_tax_cents: credit.applied_to_income_tax_cents,
    payroll_credit_cents: credit.payroll_credit_cents,
    payroll_submission: credit.payroll_submission,
    created: credit.created,
    updated: credit.updated,
  };
}

export function taxCreditsHandlers(credits: TaxCreditsService): Handlers<typeof taxCreditsContract> {
  return {
    // There is one type, so its filter leaves all in.
    async listTaxCredits({ principal, input }) {
      return page("/tax_credits", await credits.list(principal.companyId, input), input.limit, creditView);
    },
    async getTaxCredit({ principal, input }) {
      return creditView(await credits.get(principal.companyId, input.id));
    },
  };
}
