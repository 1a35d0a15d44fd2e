/** The operations on a company: turns its row into the response, and a request into a change of it. */
import type { Handlers } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { parseCivilDate } from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import {
  type companyConsoleContract,
  type companyContract,
  companySchema,
  settingsSchema,
} from "./contract.ts";
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

const settingsView = viewing(COMPANIES, settingsSchema, () => ({ object: "company_settings" }));

/** Reads a day that has the right form. Throws a refusal if there is no such day. */
function readDay(text: string | null | undefined) {
  if (text === undefined || text === null) return text;
  const day = parseCivilDate(text);
  if (day === null)
    throw refuse("invalid_request", {
      param: "incorporation_date",
      message: "`incorporation_date` must be a day that there is.",
    });
  return day;
}

export function companyConsoleHandlers(
  company: Pick<CompanyService, "edit" | "read">,
): Handlers<typeof companyConsoleContract> {
  return {
    async getCompanySettings({ principal }) {
      return settingsView(await company.read(principal.companyId));
    },
    async changeCompanySettings({ principal, body: { preview = false, incorporation_date, ...fields } }) {
      const day = readDay(incorporation_date);
      const change = day === undefined ? fields : { ...fields, incorporation_date: day };
      const edit = await company.edit(principal.companyId, change, preview);
      return {
        object: "company_change",
        company: settingsView(edit.company),
        changed: [...edit.changed],
        preview,
      };
    },
  };
}
