/** The API of the company profile (specification, "Company"). */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { dateSchema, idSchema, markerSchema, timestampSchema } from "../../../contract/schemas.ts";
import { ENTITY_TYPES } from "./rules.ts";

const text = (description: string) => nullable(Type.String({ description }));

const companySchema = exactly({
  id: idSchema("company", "The company's id."),
  object: markerSchema("company"),
  name: Type.String({ description: "The company's name in everyday use." }),
  legal_name: Type.String({ description: "The registered name." }),
  entity_type: Type.Enum([...ENTITY_TYPES], { description: "Legal form." }),
  federal_ein_last4: nullable(
    Type.String({
      pattern: "^[0-9]{4}$",
      description: "Last four digits of the federal employer identification number.",
    }),
  ),
  incorporation: exactly({
    date: nullable(dateSchema("Day of incorporation.")),
    state: nullable(
      Type.String({ pattern: "^[A-Z]{2}$", description: "Two-letter code of the state of incorporation." }),
    ),
  }),
  legal_address: exactly({
    line_1: text("Street address."),
    line_2: text("Suite, floor or the like."),
    city: text("City."),
    state: text("State or province."),
    postal_code: text("Postal code."),
    country: text("Country."),
  }),
  created: timestampSchema("When the company was created in this service."),
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
