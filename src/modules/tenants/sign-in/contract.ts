/**
 * The operations on one's own session, which only the web console calls. They work for the user who is signed
 * in, and for no company.
 */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { pathParam } from "../../../contract/params.ts";
import { idSchema, markerSchema, timestampSchema } from "../../../contract/schemas.ts";
import { LIFECYCLES, PLANS } from "@daybook/words/company-words";
import { permissionsSchema } from "../../../core/permissions.ts";

const companySchema = exactly(
  {
    id: idSchema("company", "The company's id, for the header `Daybook-Company`."),
    name: Type.String({ description: "Its name." }),
    lifecycle: Type.Enum([...LIFECYCLES], { description: "Whether it is open." }),
    plan: Type.Enum([...PLANS], { description: "Its plan." }),
    subscription_required: Type.Boolean({
      description: "True if requests for it are refused until it has an active subscription.",
    }),
    fiscal_year_start_month: Type.Integer({
      minimum: 1,
      description: "The month in which its fiscal year begins; January is 1.",
    }),
    features: Type.Array(Type.String(), { description: "Its features, by name." }),
    permissions: permissionsSchema,
  },
  { title: "SessionCompany" },
);

const own = {
  since: "1.0",
  tag: "Console",
  requires: [],
  pathParams: {},
  query: {},
  unknownQuery: "ignored",
  paging: { kind: "none" },
  errors: [],
  limits: ["session_burst_requests", "session_hours"],
} as const;

export const sessionContract = {
  getSession: operation({
    ...own,
    id: "getSession",
    method: "GET",
    path: "/session",
    summary: "Read who is signed in",
    description: "The user of the session, and the companies of which the user is a member, by name.",
    body: { mode: "ignored" },
    idempotency: "A read; repeat it freely.",
    hints: READ_HINTS,
    success: {
      status: 200,
      description: "The session.",
      schema: exactly({
        object: markerSchema("session"),
        user: exactly({
          id: idSchema("user", "The user's id."),
          email: Type.String({ description: "The user's e-mail address." }),
          first_name: nullable(Type.String({ description: "First name, if known." })),
          last_name: nullable(Type.String({ description: "Last name, if known." })),
        }),
        companies: Type.Array(companySchema, { description: "The user's companies." }),
        sends_mail: Type.Boolean({
          description:
            "False if the installation has no mail server, so that whoever invites passes the link on.",
        }),
      }),
    },
    examples: [{ title: "Who am I", path: "/session" }],
  }),
  changeOwnName: operation({
    ...own,
    id: "changeOwnName",
    method: "PATCH",
    path: "/session/name",
    summary: "Change one's own name",
    description: "The name under which the user's changes are shown, in every company.",
    body: {
      mode: "json",
      schema: exactly(
        {
          first_name: Type.String({ description: "First name." }),
          last_name: Type.String({ description: "Last name." }),
        },
        { title: "UserName" },
      ),
    },
    idempotency: "Safe to repeat.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    success: {
      status: 200,
      description: "The name as it is now.",
      schema: exactly(
        {
          object: markerSchema("user_name"),
          first_name: Type.String({ description: "First name." }),
          last_name: Type.String({ description: "Last name." }),
        },
        { title: "UserNameAnswer" },
      ),
    },
    errors: [
      {
        code: "parameter_missing",
        params: ["first_name", "last_name"],
        when: "A name is absent.",
      },
      {
        code: "invalid_request",
        params: ["first_name", "last_name"],
        when: "A name is blank, too long, or has several lines.",
      },
    ],
    examples: [
      {
        title: "Ada Ledger",
        path: "/session/name",
        body: { first_name: "Ada", last_name: "Ledger" },
      },
    ],
  }),
  endSession: operation({
    ...own,
    id: "endSession",
    method: "DELETE",
    path: "/session",
    summary: "Sign out",
    description: "Ends the session, in this browser only.",
    body: { mode: "none" },
    idempotency: "A session ends once; a repeated request is answered as one without a session.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    success: { status: 204, description: "The session has ended.", schema: Type.Null() },
    examples: [{ title: "Sign out", path: "/session" }],
  }),
  listSessions: operation({
    ...own,
    id: "listSessions",
    method: "GET",
    path: "/sessions",
    summary: "List where one is signed in",
    description: "The user's sessions that have not ended, the one seen last first.",
    body: { mode: "ignored" },
    idempotency: "A read; repeat it freely.",
    hints: READ_HINTS,
    limits: [...own.limits, "session_seen_minutes"],
    success: {
      status: 200,
      description: "The sessions.",
      schema: exactly(
        {
          object: markerSchema("session_list"),
          sessions: Type.Array(
            exactly(
              {
                id: Type.String({ description: "The session's id, with which nobody can sign in." }),
                present: Type.Boolean({ description: "True if the request came with this session." }),
                browser: nullable(
                  Type.String({ description: "The browser and its system; null if they are not known." }),
                ),
                created: timestampSchema("When it began."),
                seen: nullable(
                  timestampSchema("When it was seen last, to five minutes; null if that is not known."),
                ),
                expires: timestampSchema("When it ends by itself."),
              },
              { title: "BrowserSession" },
            ),
            { description: "The sessions." },
          ),
        },
        { title: "SessionList" },
      ),
    },
    examples: [{ title: "Where I am signed in", path: "/sessions" }],
  }),
  endOneSession: operation({
    ...own,
    id: "endOneSession",
    method: "DELETE",
    path: "/sessions/{id}",
    summary: "Sign out elsewhere",
    description: "Ends one session of the user, whichever browser it is in.",
    concealment: "Another user's session is answered like one that has ended.",
    pathParams: { id: pathParam({ description: "The session's id." }) },
    body: { mode: "none" },
    idempotency: "A session ends once; a repeated request finds none.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    success: { status: 204, description: "The session has ended.", schema: Type.Null() },
    errors: [{ code: "resource_missing", params: ["id"], when: "The session has ended already." }],
    examples: [{ title: "Sign out elsewhere", path: "/sessions/0123456789abcdef0123456789abcdef" }],
  }),
  endOtherSessions: operation({
    ...own,
    id: "endOtherSessions",
    method: "DELETE",
    path: "/sessions",
    summary: "Sign out everywhere else",
    description: "Ends all sessions of the user but the one that the request came with.",
    body: { mode: "none" },
    idempotency: "Safe to repeat: then there are no others.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    success: {
      status: 200,
      description: "How many ended.",
      schema: exactly(
        { object: markerSchema("ended_sessions"), ended: Type.Integer({ description: "How many ended." }) },
        { title: "EndedSessions" },
      ),
    },
    examples: [{ title: "Only here", path: "/sessions" }],
  }),
} as const;
