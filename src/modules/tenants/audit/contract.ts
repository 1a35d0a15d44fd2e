/** What the web console asks of the audit trail. */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { limitParam } from "../../../contract/params.ts";
import { markerSchema, timestampSchema, wholeListSchema } from "../../../contract/schemas.ts";

export const auditConsoleContract = {
  listChanges: operation({
    id: "listChanges",
    since: "1.0",
    method: "GET",
    path: "/changes",
    tag: "Console",
    summary: "List the last changes of a company",
    description: "The last events of the audit trail, latest first.",
    requires: [{ area: "company", level: "view" }],
    pathParams: {},
    query: { limit: limitParam() },
    unknownQuery: "ignored",
    body: { mode: "ignored" },
    paging: { kind: "whole" },
    idempotency: "A read; repeat it freely.",
    success: {
      status: 200,
      description: "The events.",
      schema: wholeListSchema(
        "/changes",
        exactly(
          {
            object: markerSchema("change"),
            id: Type.String({ description: "The id of the event." }),
            at: timestampSchema("When it happened."),
            surface: Type.Enum(["key", "console", "command", "job"], { description: "Where it came from." }),
            actor: nullable(
              Type.String({ description: "The user's id, the operator's name or the job; null if unknown." }),
            ),
            action: Type.String({ description: "The operation, the command or the job." }),
            subject: nullable(Type.String({ description: "The record, if one is named." })),
          },
          { title: "Change" },
        ),
      ),
    },
    errors: [],
    limits: ["page_size_default", "page_size_max"],
    hints: READ_HINTS,
    examples: [{ title: "The last ten", path: "/changes?limit=10" }],
  }),
} as const;
