/**
 * What the web console does with API keys: one's own, and those that can only read, which members who manage
 * the team make and revoke. Invariant: no answer but that of `createKey` has a key's text.
 */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { pathParam } from "../../../contract/params.ts";
import { idSchema, markerSchema, timestampSchema } from "../../../contract/schemas.ts";
import { NAME_PATTERN } from "@daybook/words/names";

const keySchema = exactly(
  {
    object: markerSchema("api_key"),
    id: idSchema("key", "The key's id."),
    name: Type.String({ description: "The purpose of the key." }),
    level: Type.Enum(["own", "read_only"], {
      description: "`own` does what its owner may do; `read_only` views and changes nothing.",
    }),
    prefix: nullable(Type.String({ description: "How the key's text begins; null for an old key." })),
    made_by: nullable(
      idSchema("user", "The user who made it; null for a key that an operator made, and for an old key."),
    ),
    created: timestampSchema("When it was made."),
    last_used: nullable(timestampSchema("When it was used last, to the hour; null if never.")),
  },
  { title: "ApiKey" },
);

const common = {
  since: "1.0",
  tag: "Console",
  requires: [{ area: "api_access", level: "manage" }],
  query: {},
  unknownQuery: "ignored",
  paging: { kind: "none" },
  limits: ["keys_per_member", "key_use_minutes"],
} as const;
const one = { id: pathParam({ description: "The key's id." }) };
const name = Type.String({ pattern: NAME_PATTERN, description: "The purpose of the key, on one line." });
const concealment = "A key of somebody else is answered like an unknown one.";
const MISSING = {
  code: "resource_missing",
  params: ["id"],
  when: "There is no such key, or it is revoked.",
} as const;

export const accessConsoleContract = {
  listKeys: operation({
    ...common,
    id: "listKeys",
    method: "GET",
    path: "/keys",
    summary: "List API keys",
    description:
      "The user's own keys for this company and, for members who manage the team, the read-only keys. Revoked keys are not listed.",
    pathParams: {},
    body: { mode: "ignored" },
    idempotency: "A read; repeat it freely.",
    hints: READ_HINTS,
    success: {
      status: 200,
      description: "The keys.",
      schema: exactly(
        {
          object: markerSchema("api_keys"),
          keys: Type.Array(keySchema, { description: "The keys." }),
          can_make_read_only: Type.Boolean({ description: "True if the user may make read-only keys." }),
        },
        { title: "ApiKeys" },
      ),
    },
    errors: [],
    examples: [{ title: "The keys", path: "/keys" }],
  }),
  createKey: operation({
    ...common,
    id: "createKey",
    method: "POST",
    path: "/keys",
    summary: "Create an API key",
    description:
      "Creates a key of the user, or a read-only key with a service member of its own, which views what the user may view. The key's text is only in this answer.",
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          name,
          read_only: Type.Optional(Type.Boolean({ description: "True for a key that can only read." })),
        },
        { title: "NewApiKey" },
      ),
    },
    // An answer that is kept for a repeated request would keep the key's text.
    idempotencyKey: "unused",
    idempotency: "Each request makes a key.",
    hints: { readOnly: false, destructive: false, idempotent: false },
    success: {
      status: 201,
      description: "The key.",
      schema: exactly(
        {
          object: markerSchema("new_api_key"),
          id: idSchema("key", "The key's id."),
          api_key: Type.String({ description: "The key itself, shown only now." }),
        },
        { title: "NewApiKeyAnswer" },
      ),
    },
    errors: [
      { code: "parameter_missing", params: ["name"], when: "The name is missing." },
      {
        code: "invalid_request",
        params: ["name", "read_only"],
        when: "The name is not a line of text, or a value has the wrong type.",
      },
      { code: "invalid_request", when: "The member has as many keys as a member can have." },
      { code: "insufficient_permission", when: "The user does not manage the team, for a read-only key." },
    ],
    examples: [
      { title: "A key for a dashboard", path: "/keys", body: { name: "dashboard", read_only: true } },
    ],
  }),
  renameKey: operation({
    ...common,
    id: "renameKey",
    method: "PATCH",
    path: "/keys/{id}",
    summary: "Rename an API key",
    description: "Renames one of the user's own keys.",
    concealment,
    pathParams: one,
    body: { mode: "json", schema: exactly({ name }, { title: "ApiKeyName" }) },
    idempotency: "Safe to repeat.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    success: { status: 204, description: "The key has the name.", schema: Type.Null() },
    errors: [
      { code: "parameter_missing", params: ["name"], when: "The name is missing." },
      { code: "invalid_request", params: ["name"], when: "The name is not a line of text." },
      MISSING,
    ],
    examples: [{ title: "Rename it", path: "/keys/key_example", body: { name: "month-end" } }],
  }),
  revokeKey: operation({
    ...common,
    id: "revokeKey",
    method: "DELETE",
    path: "/keys/{id}",
    summary: "Revoke an API key",
    description:
      "Revokes a key for good: the next request with it is refused. The service member of a read-only key is removed.",
    concealment,
    pathParams: one,
    body: { mode: "none" },
    idempotency: "A key is revoked once; a repeated request finds none.",
    hints: { readOnly: false, destructive: true, idempotent: true },
    success: { status: 204, description: "The key is revoked.", schema: Type.Null() },
    errors: [MISSING],
    examples: [{ title: "Revoke it", path: "/keys/key_example" }],
  }),
} as const;
