/**
 * Operations that exist only in tests, mounted in addition to the real ones. The request pipeline derives its
 * behaviour from operation cards, in the same way for every card, so these operations prove how the pipeline
 * treats writes.
 */
import Type from "typebox";
import type { App } from "../../src/app.ts";
import { type Bound, bind, exactly, fileSchema, nullable, operation } from "../../src/contract/operation.ts";
import { opaqueParam, pathParam } from "../../src/contract/params.ts";
import { wholeList, wholeListSchema } from "../../src/contract/schemas.ts";
import { decodeCursor } from "../../src/core/cursor.ts";
import { refuse } from "../../src/core/errors.ts";

const common = {
  tag: "Tests",
  summary: "For tests",
  description: "Exists only in tests.",
  since: "1.0",
  pathParams: {},
  query: {},
  unknownQuery: "refused",
  paging: { kind: "none" },
  idempotency: "Repeat it freely.",
  limits: [],
  hints: { readOnly: false, destructive: false, idempotent: true },
  examples: [],
} as const;

const contract = {
  /** A write that takes JSON: renames the company, which GET /company then shows. */
  renameCompany: operation({
    ...common,
    id: "renameCompany",
    method: "POST",
    path: "/test/renamings",
    requires: [{ area: "company", level: "manage" }],
    body: {
      mode: "json",
      schema: exactly({
        name: Type.String({ minLength: 1, maxLength: 100 }),
        reason: Type.Optional(nullable(Type.String())),
        copies: Type.Optional(Type.Integer({ minimum: 1 })),
      }),
    },
    success: {
      status: 201,
      description: "Renamed.",
      schema: exactly({ object: Type.Literal("renaming"), name: Type.String() }),
    },
    errors: [
      { code: "invalid_request", params: ["name", "reason", "copies"], when: "A field is invalid." },
      { code: "parameter_missing", params: ["name"], when: "There is no name." },
    ],
  }),
  /** A write that takes a form with a file, or the same fields as JSON: renames the company to `title`. */
  renameByFile: operation({
    ...common,
    id: "renameByFile",
    method: "POST",
    path: "/test/files",
    requires: [{ area: "company", level: "manage" }],
    body: {
      mode: "form",
      schema: exactly({
        title: Type.String({ minLength: 1 }),
        file: Type.Optional(fileSchema("Any file.")),
        words: Type.Optional(Type.Record(Type.String(), Type.Integer())),
      }),
      limit: "upload_bytes",
    },
    success: {
      status: 201,
      description: "Renamed.",
      schema: exactly({
        object: Type.Literal("renaming"),
        name: Type.String(),
        file: nullable(
          exactly({ name: nullable(Type.String()), text: Type.String(), bytes: Type.Integer() }),
        ),
        words: nullable(Type.Object({})),
      }),
    },
    errors: [
      { code: "invalid_request", params: ["title", "file", "words"], when: "A field is invalid." },
      { code: "parameter_missing", params: ["title"], when: "There is no title." },
    ],
  }),
  /** A write without a body. */
  forgetName: operation({
    ...common,
    id: "forgetName",
    method: "DELETE",
    path: "/test/names/{id}",
    requires: [{ area: "company", level: "manage" }],
    pathParams: { id: pathParam({ description: "Any text." }) },
    body: { mode: "none" },
    success: { status: 204, description: "Forgotten.", schema: Type.Null() },
    errors: [],
  }),
  /** Always refuses because of the company's plan. */
  upgradeOnly: operation({
    ...common,
    id: "upgradeOnly",
    method: "POST",
    path: "/test/upgrades",
    requires: [{ area: "company", level: "manage" }],
    body: { mode: "none" },
    success: { status: 204, description: "Never.", schema: Type.Null() },
    errors: [{ code: "plan_upgrade_required", when: "Always." }],
  }),
  /** Returns a body that its card does not allow. */
  breakPromise: operation({
    ...common,
    id: "breakPromise",
    method: "GET",
    path: "/test/broken",
    requires: [{ area: "company", level: "view" }],
    body: { mode: "ignored" },
    success: {
      status: 200,
      description: "Never.",
      schema: exactly({ object: Type.Literal("broken"), amount_cents: Type.Integer() }),
    },
    errors: [],
  }),
  /** A list without pages that refuses a cursor which was never issued, as some real lists do. */
  listStrictly: operation({
    ...common,
    id: "listStrictly",
    method: "GET",
    path: "/test/strict",
    requires: [{ area: "company", level: "view" }],
    query: { starting_after: opaqueParam({ description: "Looked at." }) },
    body: { mode: "ignored" },
    paging: { kind: "whole" },
    success: { status: 200, description: "Nothing.", schema: wholeListSchema("/test/strict", Type.String()) },
    errors: [{ code: "resource_missing", when: "The cursor was never issued." }],
  }),
} as const;

/** Returns the test operations over an application. `onHandle` is called whenever a handler runs. */
export function testOperations(app: App, onHandle: (operation: string) => void = () => {}): readonly Bound[] {
  return bind(contract, {
    async renameCompany({ principal, body }) {
      onHandle("renameCompany");
      await app.company.change(principal.companyId, { name: body.name });
      return { object: "renaming" as const, name: body.name };
    },
    async renameByFile({ principal, body: { title, file, words = null } }) {
      onHandle("renameByFile");
      await app.company.change(principal.companyId, { name: title });
      const bytes = Buffer.concat(file?.content ?? []);
      return {
        object: "renaming" as const,
        name: title,
        file:
          file === undefined
            ? null
            : { name: file.name, text: bytes.toString("utf8", 0, 100), bytes: bytes.length },
        words,
      };
    },
    async forgetName({ principal }) {
      onHandle("forgetName");
      await app.company.change(principal.companyId, { name: "Nameless" });
      return null;
    },
    async upgradeOnly() {
      onHandle("upgradeOnly");
      throw refuse("plan_upgrade_required");
    },
    async breakPromise() {
      onHandle("breakPromise");
      return { object: "broken" as const, amount_cents: 0.5 };
    },
    async listStrictly({ input }) {
      onHandle("listStrictly");
      if (input.starting_after !== null && decodeCursor(input.starting_after, 1) === null)
        throw refuse("resource_missing");
      return wholeList("/test/strict", []);
    },
  });
}
