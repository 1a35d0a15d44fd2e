/** What the web console asks of the audit trail. */
import Type from "typebox";
import { CONSOLE_API_ROOT, CONSOLE_READ, exactly, nullable, operation } from "../../../contract/operation.ts";
import { dateParam, limitParam, opaqueParam, textParam, wordParam } from "../../../contract/params.ts";
import { markerSchema, pageSchema, timestampSchema, wholeListSchema } from "../../../contract/schemas.ts";
import { SURFACES } from "@daybook/words/surfaces";

const read = { ...CONSOLE_READ, requires: [{ area: "company", level: "view" }] } as const;

const text = (description: string) => nullable(Type.String({ description }));

const eventSchema = exactly(
  {
    object: markerSchema("audit_event"),
    id: Type.String({ description: "The event's id." }),
    at: timestampSchema("When it happened."),
    surface: Type.Enum([...SURFACES], { description: "The surface that it came from." }),
    actor: text("The user's id, the operator's name or the job; null if unknown."),
    key: text("The API key's id, of a change by key."),
    action: Type.String({ description: "The operation, the command or the job." }),
    subject: text("The record, if one is named."),
    subject_name: text("The record's name, if it has one that the caller may know."),
    before: text("The former value or state, if the change was described."),
    after: text("The new value or state, if the change was described."),
    note: text("The name of the changed field, or a remark."),
    request: text("The id of the request, as in the log."),
  },
  { title: "AuditEvent" },
);

export const auditConsoleContract = {
  listAuditEvents: operation({
    ...read,
    id: "listAuditEvents",
    path: "/audit_events",
    summary: "List the audit trail",
    description: "The events of the company's audit trail, latest first.",
    query: {
      actor: textParam({ description: "Only of this user's id, operator's name or job." }),
      action: textParam({ description: "Only of this operation, command or job." }),
      surface: wordParam(SURFACES, { description: "Only from here." }),
      subject: textParam({ description: "Only about the record with this id." }),
      start_date: dateParam({ description: "The first day, in Los Angeles.", code: "invalid_date" }),
      end_date: dateParam({ description: "The last day, in Los Angeles.", code: "invalid_date" }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same filters.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of events.",
      schema: pageSchema(`${CONSOLE_API_ROOT}/audit_events`, eventSchema),
    },
    errors: [
      { code: "invalid_date_range", params: ["start_date"], when: "The start is after the end." },
      { code: "resource_missing", when: "The cursor is unknown." },
    ],
    limits: ["page_size_default", "page_size_max"],
    examples: [{ title: "What the console changed", path: "/audit_events?surface=console" }],
  }),
  listAuditActors: operation({
    ...read,
    id: "listAuditActors",
    path: "/audit_actors",
    summary: "List who changed a company",
    description: "The users, operators and jobs of the audit trail, the latest actor first.",
    query: {},
    paging: { kind: "none" },
    success: {
      status: 200,
      description: "The actors.",
      schema: exactly(
        {
          object: markerSchema("audit_actors"),
          actors: Type.Array(
            exactly({
              actor: Type.String({ description: "The user's id, the operator's name or the job." }),
              surface: Type.Enum([...SURFACES], { description: "One of the places that it came from." }),
            }),
            { description: "The actors." },
          ),
        },
        { title: "AuditActors" },
      ),
    },
    errors: [],
    limits: ["audit_actors_shown"],
    examples: [{ title: "Who", path: "/audit_actors" }],
  }),
  listChanges: operation({
    ...read,
    id: "listChanges",
    path: "/changes",
    summary: "List the last changes of a company",
    description: "The last events of the audit trail, latest first.",
    query: {},
    paging: { kind: "whole" },
    success: {
      status: 200,
      description: "The events.",
      schema: wholeListSchema(
        `${CONSOLE_API_ROOT}/changes`,
        exactly(
          {
            object: markerSchema("change"),
            id: Type.String({ description: "The id of the event." }),
            at: timestampSchema("When it happened."),
            surface: Type.Enum([...SURFACES], { description: "The surface that it came from." }),
            actor: nullable(
              Type.String({ description: "The user's id, the operator's name or the job; null if unknown." }),
            ),
            actor_name: text("The user's name; null if it is no user, or none that the caller may know."),
            action: Type.String({ description: "The operation, the command or the job." }),
            subject: nullable(Type.String({ description: "The record, if one is named." })),
            subject_name: text("The record's name, if it has one that the caller may know."),
          },
          { title: "Change" },
        ),
      ),
    },
    errors: [],
    limits: ["audit_changes_shown"],
    examples: [{ title: "The last changes", path: "/changes" }],
  }),
} as const;
