/** The API of integrations (specification, "Integration"). */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { LIMITS } from "@daybook/words/limits";
import { markerSchema, timestampSchema, wholeListSchema } from "../../../contract/schemas.ts";

const integrationSchema = exactly({
  object: markerSchema("integration"),
  key: Type.String({
    pattern: "^[a-z][a-z0-9_]{0,62}$",
    description: "Its stable machine id, unique in the list. Branch only on this, and allow for unknown ids.",
  }),
  name: Type.String({ description: "Its name, for people." }),
  type: Type.String({
    description:
      "What it is for: `banking`, `payments`, `payroll`, `accounting`, `notifications`; more may come. `notifications` says nothing about whether data is complete.",
  }),
  status: Type.String({
    description:
      "`connected`; `not_connected`, which is not an error; `requires_reconnect`: data has stopped, and a person has to sign in again; `pending`: being set up. More may come; an unknown status needs no action.",
  }),
  stale_since: nullable(
    timestampSchema(
      `When all of its data last came in, if that is more than ${LIMITS.feed_stale_hours.value} hours ago: figures may lack what has happened since. Null otherwise, and for what this service does not read itself.`,
    ),
  ),
});

export const integrationsContract = {
  listIntegrations: operation({
    id: "listIntegrations",
    method: "GET",
    path: "/integrations",
    tag: "Integrations",
    summary: "List the integrations that are available to the company",
    description:
      "Not paginated; the order may change. An integration that is missing here is not available to the company, which is different from not connected. Poll at most every few minutes.",
    since: "1.0",
    requires: [{ area: "integrations", level: "view" }],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "ignored" },
    paging: { kind: "whole" },
    idempotency: "A read; repeat it freely.",
    success: {
      status: 200,
      description: "Every available integration.",
      schema: wholeListSchema("/integrations", integrationSchema),
    },
    errors: [],
    limits: ["feed_stale_hours"],
    hints: READ_HINTS,
    examples: [{ title: "The integrations", path: "/integrations" }],
  }),
} as const;
