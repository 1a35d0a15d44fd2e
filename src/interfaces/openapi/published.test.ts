/**
 * The published files: that what is committed is what the code says, on either database, and that the
 * OpenAPI document among them is valid by an outside judge and true in its examples.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { ADMIN_URL, CITUS_URL, createMigrated } from "../../../test/support/engine.ts";
import { openApp } from "../../app.ts";
import { readConfig } from "../../config/config.ts";
import { ERRORS } from "../../core/errors.ts";
import { emit, generatedPath } from "../command/emit.ts";
import { declaredErrors, ownErrors } from "./declared-errors.ts";
import { OPERATIONS_OF_COMMANDS } from "../command/registry.ts";
import { emitOptions, emitPublished } from "./emit.ts";
import { EXAMPLE_BUNDLE } from "./example-company.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Made on the database that the tests run on, while `daybook emit` always makes them on the embedded one. A
 * distributed database has a trigger that no migration makes, so there they are made on the embedded one too.
 */
async function makeFiles() {
  const isPlainServer = ADMIN_URL !== null && CITUS_URL === null;
  const databaseUrl = isPlainServer ? await createMigrated("published") : "";
  const app = await openApp(readConfig({ DATABASE_URL: databaseUrl }), emitOptions());
  try {
    return {
      made: await emitPublished(app, OPERATIONS_OF_COMMANDS),
      cards: app.operations.map(({ operation }) => operation),
      everything: [...app.operations, ...app.consoleOperations],
    };
  } finally {
    await app.close();
  }
}

const { made, cards, everything } = await makeFiles();

/** A generated file of the client. */
const OPERATIONS = "client/src/generated/operations.ts";

function committed(name: string): string {
  return readFileSync(join(ROOT, generatedPath(name)), "utf8");
}

interface Media {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly description?: string; readonly value: unknown }>>;
}
interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: object;
  readonly content?: { readonly "application/json"?: Media };
}
interface DocumentedOperation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly { readonly name: string; readonly deprecated?: boolean }[];
  readonly responses: Readonly<Record<string, Response>>;
  readonly requestBody?: object;
  readonly "x-required-permissions": readonly object[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

const document = JSON.parse(made.get("openapi.json") ?? "") as Document;
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

/** The schema without references, for a validator that knows of no document around it. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value) {
    const name = String(value.$ref).replace("#/components/schemas/", "");
    expect(Object.keys(document.components.schemas)).toContain(name);
    return resolved(document.components.schemas[name]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolved(member)]));
}

function validatorOf(schema: object) {
  return Compile(resolved(schema) as object);
}

function responsesOf({ responses }: DocumentedOperation): [string, Response][] {
  return Object.entries(responses).map(([status, response]) => {
    const name = response.$ref?.replace("#/components/responses/", "");
    return [status, name === undefined ? response : (document.components.responses[name] ?? response)];
  });
}

describe("published/", () => {
  test.each([...made.keys()])("%s is what the code says: `npm run emit` changes nothing", (name) => {
    expect(committed(name)).toBe(made.get(name));
  });

  test("emit --check names every file that differs, in order, and writes none", async () => {
    const changed = new Map([...made, ["errors.json", "{}\n"], ["more.json", "{}\n"], [OPERATIONS, "\n"]]);
    changed.delete("limits.json");
    const before = committed("errors.json");
    expect(await emit({ published: async () => changed }, true)).toEqual({
      check: true,
      changed: [OPERATIONS, "errors.json", "limits.json", "more.json"],
    });
    expect(committed("errors.json")).toBe(before);
    expect(await emit({ published: async () => made }, true)).toEqual({ check: true, changed: [] });
  });

  test("holds nothing of the machine on which it was made", () => {
    for (const [name, text] of made) expect(text, name).not.toContain(ROOT);
  });
});

describe("permissions.tsv", () => {
  const [header, ...lines] = (made.get("permissions.tsv") ?? "").trimEnd().split("\n");

  test("has every operation of every door, once", () => {
    expect(header).toBe("operation\tmethod\tpath\tdoor\tpermissions\tgates");
    expect(lines.map((line) => line.split("\t")[0])).toEqual(
      everything.map(({ operation }) => operation.id).toSorted(),
    );
    expect(lines).toContain(
      "applyRule\tPOST\t/app/api/rules/{id}/apply\tsession\taccounting_setup: manage, transactions: manage\t",
    );
    expect(lines).toContain("getSession\tGET\t/app/api/session\tsession without a company\t\t");
  });

  test("what changes something needs at least one `manage`, and what works for no company needs nothing", () => {
    const weak = everything.filter(({ operation: { hints, requires } }) =>
      hints.readOnly ? requires.length === 0 : !requires.some(({ level }) => level === "manage"),
    );
    const ofCompany = weak.filter(({ scope }) => scope !== "user");
    // The specification gives exports to those who view reports (AUTH-057). A card can't say "one of several
    // areas": whoever sees figures is told which lines they lack, and nobody else (CONN-029).
    expect(ofCompany.map(({ operation }) => operation.id).toSorted()).toEqual([
      "createReportExport",
      "exportStatement",
      "listStaleFeeds",
    ]);
    // A user's own sessions are nobody else's, and no permission is about them.
    expect(weak.length - ofCompany.length).toBe(everything.filter(({ scope }) => scope === "user").length);
  });
});

describe("openapi.json", () => {
  test("has open answers and closed requests", () => {
    const closed = JSON.stringify({ additionalProperties: false }).slice(1, -1);
    const textOf = (value: unknown) => JSON.stringify(resolved(value) ?? {});
    for (const operation of operations) {
      const { operationId, requestBody } = operation;
      for (const [, response] of responsesOf(operation))
        expect(textOf(response), operationId).not.toContain(closed);
      if (requestBody !== undefined) expect(textOf(requestBody), operationId).toContain(closed);
    }
  });

  test("lists words that may grow as known values, and others as closed lists", () => {
    const {
      Tax,
      Account,
      Job,
      Error: Refused,
    } = document.components.schemas as Record<
      string,
      { readonly properties: Readonly<Record<string, object>> }
    >;
    expect(Tax?.properties["filing_status"]).toMatchObject({
      type: "string",
      "x-known-values": expect.arrayContaining(["preparing", "filed"]),
      description: expect.stringContaining("More may be added"),
    });
    expect(Job?.properties["status"]).not.toHaveProperty("enum");
    const refused = Refused?.properties["error"] as { properties: Record<string, object> } | undefined;
    const code = refused?.properties["code"];
    expect(code).toMatchObject({ type: "string", "x-known-values": Object.keys(ERRORS).toSorted() });
    expect(code).not.toHaveProperty("enum");
    expect(Account?.properties["type"]).toHaveProperty("enum");
  });

  test("has patterns that Python, RE2, Java and Rust compile", () => {
    const patterns = [...(made.get("openapi.json") ?? "").matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '""']) => JSON.parse(text) as string,
    );
    expect(patterns.length).toBeGreaterThan(100);
    // Looking around, back references, classes of characters and Unicode escapes differ among engines.
    const isForeign = (pattern: string) => /\(\?(?!:)|\\[1-9pPudDwWbBsSk]/.test(pattern);
    expect([...new Set(patterns)].filter(isForeign)).toEqual([]);
  });

  test("names the address of a server, which a server replaces by its own", async () => {
    const { servers, info } = document as unknown as {
      servers: { url: string }[];
      info: { contact: { url: string }; license: { url: string } };
    };
    expect(servers).toMatchObject([{ url: "http://127.0.0.1:4100/api/v1" }]);
    expect([info.contact.url, info.license.url].every((url) => URL.canParse(url))).toBe(true);
  });

  test("passes the rules of redocly.yaml without an error or a warning", async () => {
    const redocly = join(
      dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")),
      "bin",
      "cli.js",
    );
    const run = (file: string) =>
      new Promise<{ failed: boolean; output: string }>((resolve) => {
        const environment = {
          ...process.env,
          REDOCLY_TELEMETRY: "off",
          REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
        };
        execFile(
          process.execPath,
          [redocly, "lint", file, "--format=json"],
          { cwd: ROOT, env: environment },
          (error, stdout) => resolve({ failed: error !== null, output: stdout }),
        );
      });
    const { failed, output } = await run("published/openapi.json");
    expect(JSON.parse(output)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 } });
    expect(failed).toBe(false);
  });

  test("has an example for every operation", () => {
    expect(operations.length).toBeGreaterThan(0);
    for (const operation of operations) {
      const [status, success] = responsesOf(operation).findLast(([each]) => each.startsWith("2")) ?? [];
      if (status === "204") continue;
      expect(
        Object.keys(success?.content?.["application/json"]?.examples ?? {}).length,
        operation.operationId,
      ).toBeGreaterThan(0);
    }
  });

  test("has examples that are valid by their schemas, which miss no promised member and allow further ones", () => {
    let examples = 0;
    for (const operation of operations) {
      for (const [status, response] of responsesOf(operation)) {
        const media = response.content?.["application/json"];
        if (!media) continue;
        const validator = validatorOf(media.schema);
        for (const [name, { value }] of Object.entries(media.examples ?? {})) {
          const at = `${operation.operationId} ${status} ${name}`;
          expect([...validator.Errors(value)], at).toEqual([]);
          expect(validator.Check({ ...(value as object), added: 1 }), at).toBe(true);
          expect(validator.Check({}), at).toBe(false);
          examples += 1;
        }
      }
    }
    expect(examples).toBeGreaterThan(operations.length);
  });

  test("says of every member of every object what it is", () => {
    const silent: string[] = [];
    const visit = (value: unknown, at: string): void => {
      if (typeof value !== "object" || value === null) return;
      const { properties } = value as { properties?: Readonly<Record<string, object>> };
      for (const [name, member] of Object.entries(properties ?? {})) {
        const {
          description,
          $ref,
          properties: inner,
        } = member as { description?: string; $ref?: string; properties?: object };
        if (!description && !$ref && !inner) silent.push(`${at}.${name}`);
      }
      for (const [name, member] of Object.entries(value)) visit(member, `${at}.${name}`);
    };
    visit(document.components.schemas, "schemas");
    expect(Object.keys(document.components.schemas).length).toBeGreaterThan(10);
    expect(silent).toEqual([]);
  });

  test("marks as deprecated what its own description says to replace", () => {
    const { parameters = [] } = operations.find(({ operationId }) => operationId === "getTotal") ?? {};
    expect(parameters.filter(({ deprecated }) => deprecated).map(({ name }) => name)).toEqual([
      "start_month",
      "end_month",
    ]);
  });

  test("has one response for each error of an operation, with its code, its params and headers", () => {
    const codes = Object.keys(ERRORS);
    for (const operation of operations) {
      expect(operation["x-required-permissions"].length, operation.operationId).toBeGreaterThan(0);
      for (const [status, response] of responsesOf(operation)) {
        expect(response.headers, `${operation.operationId} ${status}`).toHaveProperty("Cache-Control");
        if (status.startsWith("2") || status === "304") continue;
        const examples = response.content?.["application/json"]?.examples ?? {};
        expect(Object.keys(examples).length).toBeGreaterThan(0);
        for (const code of Object.keys(examples)) {
          expect(codes).toContain(code);
          expect(response.description).toContain(`\`${code}\``);
        }
      }
    }
  });

  test("shows errors of an operation's own as the service answered them", () => {
    for (const card of cards) {
      const own: readonly string[] = ownErrors(card).filter((code) =>
        ["400", "404"].includes(String(ERRORS[code].status)),
      );
      const documented = operations.filter(({ operationId }) => operationId === card.id).flatMap(responsesOf);
      const asked = documented.flatMap(([, { content }]) =>
        Object.entries(content?.["application/json"]?.examples ?? {}).filter(([, { description }]) =>
          description?.startsWith(`\`${card.method} /`),
        ),
      );
      expect(
        asked.map(([code]) => code),
        card.id,
      ).toEqual(expect.arrayContaining([...own]));
    }
  });

  test("documents the errors that the cards declare, status by status", () => {
    for (const card of cards) {
      const expected = declaredErrors(card).map(({ code, status }) => `${status} ${code}`);
      const documented = operations.filter(({ operationId }) => operationId === card.id).flatMap(responsesOf);
      const found = documented
        .filter(([status]) => !status.startsWith("2"))
        .flatMap(([status, { content }]) =>
          Object.keys(content?.["application/json"]?.examples ?? {}).map((code) => `${status} ${code}`),
        );
      expect(found.toSorted()).toEqual(expected.toSorted());
    }
  });
});

describe("company-bundle.schema.json", () => {
  const schema = JSON.parse(made.get("company-bundle.schema.json") ?? "{}") as {
    properties: Record<string, object>;
  };
  const example = EXAMPLE_BUNDLE as { journal: { lines: object[] }[] };
  const validator = Compile(schema);

  test("accepts the example company, whose members stand in its order", () => {
    expect([...validator.Errors(example)]).toEqual([]);
    // The example's books are open, have no bills, no entries by hand, no notes and no reconciliations, and
    // its invoices are paid by transactions.
    const without = new Set([
      "bills",
      "closing",
      "closings",
      "manual_entries",
      "reconciliations",
      "schedules",
      "settlements",
      "statement_notes",
    ]);
    expect(Object.keys(example)).toEqual(Object.keys(schema.properties).filter((name) => !without.has(name)));
  });

  test("refuses another format, an unknown member and a line without a category", () => {
    const [first] = example.journal;
    expect(validator.Check({ ...example, format: "other" })).toBe(false);
    expect(validator.Check({ ...example, ledger: [] })).toBe(false);
    expect(
      validator.Check({
        ...example,
        journal: [{ ...first, lines: [{ debit_cents: 1 }, { credit_cents: 1 }] }],
      }),
    ).toBe(false);
  });
});
