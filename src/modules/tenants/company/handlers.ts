/** The operation `getCompany`: turns a company's row into the response. */
import type { Handlers } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { type companyContract, companySchema } from "./contract.ts";
import { COMPANIES } from "./record.ts";
import type { CompanyService } from "./service.ts";

const companyView = viewing(
  COMPANIES,
  companySchema,
  ({ incorporation_date, incorporation_state, line_1, line_2, city, state, postal_code, country }) => ({
    object: "company",
    incorporation: { date: incorporation_date, state: incorporation_state },
    legal_address: { line_1, line_2, city, state, postal_code, country },
  }),
);

export function companyHandlers(company: CompanyService): Handlers<typeof companyContract> {
  return {
    async getCompany({ principal }) {
      return companyView(await company.read(principal.companyId));
    },
  };
}
