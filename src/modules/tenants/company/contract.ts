/** The API of the company profile (specification, "Company"). */
import Type from "typebox";
import { exactly, nullable, operation, CONSOLE_READ, READ_HINTS } from "../../../contract/operation.ts";
import { membersOf } from "../../../contract/record.ts";
import { DATE_PATTERN, markerSchema } from "../../../contract/schemas.ts";
import { ENTITY_TYPES, LIFECYCLES, STATEMENT_LEGENDS } from "@daybook/words/company-words";
import { NAME_PATTERN, namePattern } from "@daybook/words/names";
import { COMPANIES, PREPARED_BY_CHARACTERS } from "./record.ts";

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

const settingsMembers = {
  ...membersOf(
    COMPANIES,
    "id",
    "name",
    "legal_name",
    "entity_type",
    "federal_ein_last4",
    "incorporation_date",
    "incorporation_state",
    "line_1",
    "line_2",
    "city",
    "state",
    "postal_code",
    "country",
    "created",
    "fiscal_year_start_month",
    "excludes_non_cash",
    "prepared_by",
    "statement_legend",
  ),
  lifecycle: Type.Enum([...LIFECYCLES], {
    description: "The state of the company, such as `open`; operators change it.",
  }),
};

export const settingsSchema = exactly(
  { object: markerSchema("company_settings"), ...settingsMembers },
  { title: "CompanySettings" },
);

/** A line of text, or null for none. */
const line = (description: string, pattern = NAME_PATTERN) =>
  Type.Optional(nullable(Type.String({ pattern, description })));

const console_ = {
  since: "1.0",
  tag: "Console",
  path: "/company",
  pathParams: {},
  query: {},
  unknownQuery: "ignored",
  paging: { kind: "none" },
  limits: [],
} as const;

const changeMembers = {
  name: Type.Optional(Type.String({ pattern: NAME_PATTERN, description: "The name in everyday use." })),
  legal_name: Type.Optional(Type.String({ pattern: NAME_PATTERN, description: "The registered name." })),
  entity_type: Type.Optional(Type.Enum([...ENTITY_TYPES], { description: "Legal form." })),
  federal_ein_last4: Type.Optional(
    nullable(Type.String({ pattern: "^[0-9]{4}$", description: "The last four digits of the EIN." })),
  ),
  incorporation_date: Type.Optional(
    nullable(Type.String({ pattern: DATE_PATTERN, description: "Day of incorporation." })),
  ),
  incorporation_state: Type.Optional(
    nullable(Type.String({ pattern: "^[A-Z]{2}$", description: "Two-letter code of the state." })),
  ),
  line_1: line("Street address."),
  line_2: line("Suite, floor or the like."),
  city: line("City."),
  state: line("State or province."),
  postal_code: line("Postal code."),
  country: line("Country."),
  fiscal_year_start_month: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 12, description: "Month in which the fiscal year starts." }),
  ),
  excludes_non_cash: Type.Optional(
    Type.Boolean({ description: COMPANIES.columns.excludes_non_cash.description }),
  ),
  prepared_by: line(COMPANIES.columns.prepared_by.description, namePattern(PREPARED_BY_CHARACTERS)),
  statement_legend: Type.Optional(
    Type.Enum([...STATEMENT_LEGENDS], { description: COMPANIES.columns.statement_legend.description }),
  ),
  preview: Type.Optional(Type.Boolean({ description: "True to check the change without writing it." })),
};

/** What only the web console asks of a company. */
export const companyConsoleContract = {
  getCompanySettings: operation({
    ...CONSOLE_READ,
    ...console_,
    id: "getCompanySettings",
    summary: "Read a company's settings",
    description: "The profile, the fiscal year, and whether the company is open.",
    requires: [{ area: "company", level: "view" }],
    success: { status: 200, description: "The settings.", schema: settingsSchema },
    errors: [],
    examples: [{ title: "The settings", path: "/company" }],
  }),
  changeCompanySettings: operation({
    ...console_,
    id: "changeCompanySettings",
    method: "PATCH",
    summary: "Change a company's settings",
    description:
      "Changes the profile, the month in which the fiscal year begins, what the cash flow statement leaves out, and what statements say of who prepared them and of the assurance on them. The answer names the fields that change, with their values before and after.",
    requires: [{ area: "company", level: "manage" }],
    body: {
      mode: "json",
      schema: exactly(changeMembers, { title: "CompanySettingsChange" }),
    },
    idempotency: "Safe to repeat: a company that is so already stays as it is.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    success: {
      status: 200,
      description: "The settings as they are now, or as they would be.",
      schema: exactly(
        {
          object: markerSchema("company_change"),
          company: settingsSchema,
          changed: Type.Array(
            exactly({
              field: Type.String({ description: "The name of the field." }),
              before: nullable(Type.String({ description: "Its former value; null for none." })),
              after: nullable(Type.String({ description: "Its new value; null for none." })),
            }),
            { description: "The fields that change." },
          ),
          preview: Type.Boolean({ description: "True if nothing was written." }),
        },
        { title: "CompanyChange" },
      ),
    },
    errors: [
      { code: "invalid_request", params: Object.keys(changeMembers), when: "A value is invalid." },
      { code: "invalid_request", when: "The books are closed, and this would change their statements." },
    ],
    examples: [{ title: "From July", path: "/company", body: { fiscal_year_start_month: 7, preview: true } }],
  }),
} as const;
