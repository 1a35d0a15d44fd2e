/** The operations on tax credits: turns requests into use cases and credits into responses. */
import type { Handlers } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { page } from "../../../contract/schemas.ts";
import { creditSchema, type taxCreditsContract } from "./contract.ts";
import { CREDITS } from "./record.ts";
import type { TaxCreditsService, ComputedCredit } from "./service.ts";

const creditView = viewing(CREDITS, creditSchema, (_row: ComputedCredit) => ({
  object: "tax_credit",
  currency: "usd",
}));

export function taxCreditsHandlers(credits: TaxCreditsService): Handlers<typeof taxCreditsContract> {
  return {
    // There is only one type of credit, so the filter by type is validated but not applied.
    async listTaxCredits({ principal, input }) {
      return page("/tax_credits", await credits.list(principal.companyId, input), input.limit, creditView);
    },
    async getTaxCredit({ principal, input }) {
      return creditView(await credits.get(principal.companyId, input.id));
    },
  };
}
