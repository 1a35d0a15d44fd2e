/** The API of the company profile (specification, "Company"). */
import { exactly, operation, READ_HINTS } from "../../../contract/operation.ts";
import { membersOf } from "../../../contract/record.ts";
import { markerSchema } from "../../../contract/schemas.ts";
import { COMPANIES } from "./record.ts";

const { incorporation_date, incorporation_state } = membersOf(
  COMPANIES,
  "incorporation_date",
  "incorporation_state",
);

export const companySchema = exactly({
  ...membersOf(COMPANIES, "id"),
  object: markerSchema("company"),
  ...membersOf(COMPANIES, "name", "legal_name", "entity_type", "federal_ein_last4"),
  incorporation: exactly({ date: incorporation_date, state: incorporation_state }),
  legal_address: exactly(membersOf(COMPANIES, "line_1", "line_2", "city", "state", "postal_code", "country")),
  ...membersOf(COMPANIES, "created"),
});

export const companyContract = {
  getCompany: operation({
    id: "getCompany",
    method: "GET",
    path: "/company",
    tag: "Company",
    summary: "Read the company's profile",
    description:
      "The profile of the company that the API key belongs to. There is no path with an id: a key has exactly one company.",
    since: "1.0",
    requires: [{ area: "company", level: "view" }],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "ignored" },
    paging: { kind: "none" },
    idempotency: "A read; repeat it freely.",
    success: { status: 200, description: "The company.", schema: companySchema },
    errors: [],
    limits: [],
    hints: READ_HINTS,
    examples: [{ title: "The company of this key", path: "/company" }],
  }),
} as const;
