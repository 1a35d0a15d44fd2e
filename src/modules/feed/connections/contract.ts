/**
 * What only the web console asks of connections: to see them, to connect and renew them, to map their
 * accounts, to have them read, and to end them. No answer has a secret.
 */
import Type from "typebox";
import { BLANK_IS_MISSING, exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { pathParam } from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import { LIMITS } from "@daybook/words/limits";
import { dateSchema, idSchema, markerSchema, timestampSchema } from "../../../contract/schemas.ts";
import { CONNECTIONS, VENDOR_ACCOUNTS } from "./record.ts";
import { VENDORS } from "./rules/words.ts";

const connectionSchema = exactly(
  {
    ...membersOf(CONNECTIONS, "id", "vendor"),
    vendor_name: Type.String({ description: "The vendor's name, for people." }),
    ...membersOf(
      CONNECTIONS,
      "status",
      "detail",
      "since",
      "failures",
      "created",
      "pulled_at",
      "next_pull_at",
    ),
    stale_since: nullable(
      timestampSchema(
        `When the lines of all its accounts last came in, if that is more than ${LIMITS.feed_stale_hours.value} hours ago; null otherwise.`,
      ),
    ),
    is_waiting: Type.Boolean({
      description: `True if it has been due for more than ${LIMITS.feed_waiting_minutes.value} minutes, so that probably no worker runs.`,
    }),
    skipped: Type.Array(
      exactly(
        {
          id: Type.String({ description: "What names it to be dismissed." }),
          account: nullable(Type.String({ description: "The account at the vendor, if it can be read." })),
          line: nullable(
            Type.String({
              description:
                "The vendor's id of the line; null if that can't be read, so that no pending line of its account is taken out while it is sent.",
            }),
          ),
          reason: Type.String({ description: "A sentence: why it can't be read." }),
          sent: Type.String({ description: "The beginning of what the vendor sent." }),
          first_sent_at: timestampSchema("When it was first sent so."),
          last_sent_at: timestampSchema("When it was last sent so."),
          is_read_again: Type.Boolean({
            description: "True while it is read again once a day, and comes in as soon as it can be read.",
          }),
        },
        { title: "SkippedLine" },
      ),
      {
        description:
          "The lines that could not be read, and so are not in the books, without those dismissed.",
      },
    ),
    accounts: Type.Array(
      exactly(membersOf(VENDOR_ACCOUNTS, "id", "name", "currency", "account_id"), {
        title: "VendorAccount",
      }),
      { description: "The accounts at the vendor." },
    ),
  },
  { title: "Connection" },
);

const vendorSchema = exactly(
  {
    key: Type.Enum([...VENDORS], { description: "The key of its integration." }),
    name: Type.String({ description: "Its name, for people." }),
    has_sessions: Type.Boolean({
      description: "True if a person signs in on a page of the vendor; otherwise a token or key is given.",
    }),
    past_days: Type.Integer({ description: "How many days of the past it gives." }),
    problem: nullable(
      Type.String({
        description: "The setting that the operator must make before it can be connected; null for none.",
      }),
    ),
  },
  { title: "ConnectableVendor" },
);

const given = Type.String({
  minLength: 1,
  description: "The token or key from the vendor. It is stored only encrypted, and never returned.",
  [BLANK_IS_MISSING]: true,
});
const since = Type.Optional(
  nullable(dateSchema("Lines of earlier days are not taken. Default: 90 days ago.")),
);
const vendor = Type.Enum([...VENDORS], { description: "The vendor." });

const common = {
  tag: "Console",
  since: "1.0",
  query: {},
  unknownQuery: "ignored",
  paging: { kind: "none" },
  limits: ["feed_skipped_lines", "feed_stale_hours", "feed_waiting_minutes"],
  examples: [],
} as const;
const SIGN_IN = [{ area: "integrations", level: "manage" }] as const;
/** What decides which lines come into the books. */
const FEED = [...SIGN_IN, { area: "transactions", level: "manage" }] as const;
const write = {
  ...common,
  method: "POST",
  requires: SIGN_IN,
  // No part of a secret is stored by which a request could be recognized.
  idempotencyKey: "unused",
  hints: { readOnly: false, destructive: false, idempotent: false },
} as const;
const one = {
  pathParams: { id: pathParam({ description: "The connection's id, `conn_...`." }) },
  concealment: "Another company's connection is answered like an unknown one.",
} as const;
const GONE = {
  code: "resource_missing",
  params: ["id"],
  when: "There is no such connection.",
} as const;

const changedSchema = exactly(
  {
    object: markerSchema("connection_change"),
    connection: connectionSchema,
    problems: Type.Array(Type.String(), { description: "Sentences about what did not go well." }),
  },
  { title: "ConnectionChange" },
);
const changed = { status: 200, description: "The connection.", schema: changedSchema } as const;

export const connectionsConsoleContract = {
  listConnections: operation({
    ...common,
    id: "listConnections",
    method: "GET",
    path: "/connections",
    summary: "List connections and what can be connected",
    description: "The connections to banks and payment services with their accounts, the oldest first.",
    requires: [{ area: "integrations", level: "view" }],
    pathParams: {},
    body: { mode: "ignored" },
    idempotency: "A read; repeat it freely.",
    hints: READ_HINTS,
    success: {
      status: 200,
      description: "The connections, and the vendors.",
      schema: exactly(
        {
          object: markerSchema("connections"),
          connections: Type.Array(connectionSchema, { description: "The connections." }),
          vendors: Type.Array(vendorSchema, { description: "The vendors that this service can connect." }),
        },
        { title: "Connections" },
      ),
    },
    errors: [],
  }),
  listStaleFeeds: operation({
    ...common,
    id: "listStaleFeeds",
    method: "GET",
    path: "/stale_feeds",
    summary: "List the accounts whose feed has brought in nothing for long",
    description:
      "For whoever sees figures that lack their lines: names and times, and nothing of the connections. Empty for a member who sees no figures.",
    requires: [],
    pathParams: {},
    body: { mode: "ignored" },
    idempotency: "A read; repeat it freely.",
    hints: READ_HINTS,
    success: {
      status: 200,
      description: "The accounts.",
      schema: exactly(
        {
          object: markerSchema("stale_feeds"),
          accounts: Type.Array(
            exactly(
              {
                account_id: idSchema("account", "The account of the books."),
                name: Type.String({ description: "Its name." }),
                since: timestampSchema("When lines last came in."),
              },
              { title: "StaleAccount" },
            ),
            { description: "The accounts." },
          ),
        },
        { title: "StaleFeeds" },
      ),
    },
    errors: [],
  }),
  connectVendor: operation({
    ...write,
    id: "connectVendor",
    path: "/connections",
    summary: "Connect a vendor",
    description:
      "Stores what the vendor gave and lists the accounts there. Nothing is read before accounts are mapped.",
    requires: FEED,
    pathParams: {},
    body: { mode: "json", schema: exactly({ vendor, given, since }, { title: "NewConnection" }) },
    idempotency: "Each request makes a connection; a vendor may accept what it gave only once.",
    success: { ...changed, status: 201 },
    errors: [
      { code: "parameter_missing", params: ["vendor", "given"], when: "A required field is absent." },
      {
        code: "invalid_request",
        params: ["vendor", "given", "since"],
        when: "The vendor refuses it, a value is invalid, or the service has no key to encrypt it with.",
      },
    ],
  }),
  beginSignIn: operation({
    ...write,
    id: "beginSignIn",
    path: "/connections/sign_in",
    summary: "Begin a sign-in at a vendor",
    description:
      "Returns the address at which a person signs in. For a new connection, `connectVendor` then takes the token; a renewed one goes on by itself.",
    pathParams: {},
    // Only the vendor keeps something: a session that nobody uses.
    hints: { readOnly: true, destructive: false, idempotent: false },
    body: {
      mode: "json",
      schema: exactly(
        {
          vendor,
          since,
          reconnect: Type.Optional(
            nullable(idSchema("connection", "The connection to renew. Default: a new one.")),
          ),
        },
        { title: "NewSignIn" },
      ),
    },
    concealment: "Another company's connection is answered like an unknown one.",
    idempotency: "Each request begins a session. One that nobody uses ends by itself.",
    success: {
      status: 200,
      description: "The session.",
      schema: exactly(
        {
          object: markerSchema("sign_in"),
          link_token: Type.String({ description: "The value of `given` for `connectVendor` afterwards." }),
          url: nullable(
            Type.String({ description: "The vendor's page; null if the operator's account has none." }),
          ),
          expires: Type.String({ description: "When the session ends, as the vendor writes it." }),
        },
        { title: "SignIn" },
      ),
    },
    errors: [
      { code: "parameter_missing", params: ["vendor"], when: "A required field is absent." },
      {
        code: "invalid_request",
        params: ["vendor", "since", "reconnect"],
        when: "The vendor has no sessions or begins none now, or a value is invalid.",
      },
      { ...GONE, params: ["reconnect"] },
    ],
  }),
  renewConnection: operation({
    ...write,
    ...one,
    id: "renewConnection",
    path: "/connections/{id}/renew",
    summary: "Give a connection a new token or key",
    description: "The connection keeps its accounts and goes on where it stopped.",
    body: { mode: "json", schema: exactly({ given }, { title: "ConnectionRenewal" }) },
    idempotency: "A vendor may accept what it gave only once.",
    success: changed,
    errors: [
      { code: "parameter_missing", params: ["given"], when: "A required field is absent." },
      {
        code: "invalid_request",
        params: ["given"],
        when: "The vendor refuses it, or renews in a session of its own.",
      },
      GONE,
    ],
  }),
  mapConnection: operation({
    ...write,
    ...one,
    id: "mapConnection",
    path: "/connections/{id}/accounts",
    summary: "Say which account at the vendor feeds which account of the books",
    description:
      "Changes all of them or none. The connection is then read again from its first day, so that accounts which are mapped now get their earlier lines too.",
    requires: FEED,
    body: {
      mode: "json",
      schema: exactly(
        {
          accounts: Type.Array(
            exactly(
              {
                id: Type.String({ description: "The account at the vendor." }),
                account_id: nullable(idSchema("account", "The account of the books; null takes no lines.")),
              },
              { title: "AccountMapping" },
            ),
            { minItems: 1, description: "The accounts that change." },
          ),
        },
        { title: "ConnectionMapping" },
      ),
    },
    idempotency: "Safe to repeat.",
    success: changed,
    errors: [
      { code: "parameter_missing", params: ["accounts"], when: "A required field is absent." },
      {
        code: "invalid_request",
        params: ["accounts"],
        when: "An account is named twice, has a feed already or another currency, or the connection can't be read now.",
      },
      { ...GONE, params: ["id", "accounts"], when: "There is no such connection or account." },
    ],
  }),
  syncConnection: operation({
    ...write,
    ...one,
    id: "syncConnection",
    path: "/connections/{id}/sync",
    summary: "Have a connection read now",
    description: "The worker reads it next, in the background. `pulled_at` or `failures` then change.",
    body: { mode: "none" },
    idempotency: "Safe to repeat.",
    success: changed,
    errors: [GONE],
  }),
  dismissSkippedLines: operation({
    ...write,
    ...one,
    id: "dismissSkippedLines",
    path: "/connections/{id}/dismiss",
    summary: "Dismiss lines that can't be read",
    description:
      "For lines that are settled, such as those that were added by hand: they are listed no more, and hold no pending lines. One that can be read later comes in all the same.",
    requires: FEED,
    body: {
      mode: "json",
      schema: exactly(
        {
          lines: Type.Array(Type.String({ description: "The line's id in the list." }), {
            minItems: 1,
            maxItems: LIMITS.feed_skipped_lines.value,
            description: "The lines.",
          }),
        },
        { title: "DismissedLines" },
      ),
    },
    idempotency: "A line is dismissed once; then it is listed no more.",
    success: changed,
    errors: [
      { code: "parameter_missing", params: ["lines"], when: "A required field is absent." },
      { code: "invalid_request", params: ["lines"], when: "There are none, or too many." },
      { ...GONE, params: ["id", "lines"], when: "There is no such connection, or it lists no such line." },
    ],
  }),
  disconnectVendor: operation({
    ...write,
    ...one,
    id: "disconnectVendor",
    path: "/connections/{id}/disconnect",
    summary: "End a connection",
    description: "Deletes its secret. Booked lines stay, pending ones are removed.",
    requires: FEED,
    body: { mode: "none" },
    idempotency: "A connection ends once.",
    hints: { readOnly: false, destructive: true, idempotent: false },
    success: {
      status: 200,
      description: "What was removed.",
      schema: exactly(
        {
          object: markerSchema("disconnection"),
          is_revoked: Type.Boolean({
            description: "True if the access ended at the vendor too; if not, a person ends it there.",
          }),
          removed: Type.Integer({
            minimum: 0,
            description: "The number of pending lines that were removed.",
          }),
        },
        { title: "Disconnection" },
      ),
    },
    errors: [GONE],
  }),
} as const;
