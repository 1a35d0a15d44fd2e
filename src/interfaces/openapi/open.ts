/**
 * Makes the document one that clients can rely on for years. Answers are open: members may be added, and
 * words that the specification lets grow ("Versioning", 3) are text with their known values. Request bodies
 * stay closed. The server itself checks its answers against the closed schemas of the cards.
 */
import type { Schema } from "./components.ts";

/** The members of answers whose words may grow: by the specification, and of this project's own operations. */
const GROWING: ReadonlySet<string> = new Set([
  "Error.code",
  "Form1099.filing_status",
  "Form1099Document.type",
  "Form1099Summary.filing_status",
  "Job.status",
  "Job.type",
  "JournalEntry.source",
  "PayrollSubmission.status",
  "ReportExport.status",
  "Tax.filing_status",
  "TaxDocument.type",
  "TransactionUpload.format",
  "TransactionUpload.status",
  "TransactionUploadError.code",
]);

/** Where references to schemas begin. */
const SCHEMAS = "#/components/schemas/";

interface Parts {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly responses: Readonly<Record<string, Schema>>;
}

/** Opens the answers of a document. A schema that requests use too is kept closed for these, as `...Input`. */
export function opened({ paths, schemas, responses }: Parts): Parts {
  const bodies = Object.values(paths).flatMap((item) =>
    Object.values(item).map((operation) => operation["requestBody"]),
  );
  const answers = [
    responses,
    ...Object.values(paths).flatMap((item) => Object.values(item).map((operation) => operation["responses"])),
  ];
  const asked = reached(bodies, schemas);
  const answered = reached(answers, schemas);
  const both = new Set([...asked].filter((name) => answered.has(name)));
  const rename = (value: unknown): unknown =>
    mapped(value, (schema) => {
      const name = referred(schema);
      return name !== null && both.has(name) ? { ...schema, $ref: `${SCHEMAS}${name}Input` } : schema;
    });
  const made = Object.entries(schemas).flatMap(([name, schema]): [string, Schema][] => [
    [name, answered.has(name) ? openSchema(schema, name) : (rename(schema) as Schema)],
    ...(both.has(name) ? [[`${name}Input`, rename(schema) as Schema] as [string, Schema]] : []),
  ]);
  const operationOf = (operation: Schema): Schema => ({
    ...operation,
    ...("requestBody" in operation ? { requestBody: rename(operation["requestBody"]) } : {}),
    responses: openSchema(operation["responses"] as Schema, ""),
  });
  return {
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [method, operationOf(operation)]),
        ),
      ]),
    ),
    schemas: Object.fromEntries(made.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    responses: Object.fromEntries(
      Object.entries(responses).map(([name, response]) => [name, openSchema(response, "")]),
    ),
  };
}

/** The names of all schemas that some values refer to, directly or through others. */
function reached(from: readonly unknown[], schemas: Parts["schemas"]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    mapped(value, (schema) => {
      const name = referred(schema);
      if (name !== null && !names.has(name)) {
        names.add(name);
        visit(schemas[name]);
      }
      return schema;
    });
  };
  for (const value of from) visit(value);
  return names;
}

function referred(schema: Schema): string | null {
  const reference = schema["$ref"];
  return typeof reference === "string" && reference.startsWith(SCHEMAS)
    ? reference.slice(SCHEMAS.length)
    : null;
}

/** A copy of a value whose objects are replaced, the innermost first. Examples stay as they are. */
function mapped(value: unknown, replace: (schema: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, replace));
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([key, item]): [string, unknown] => [
    key,
    key === "examples" || key === "example" ? item : mapped(item, replace),
  ]);
  return replace(Object.fromEntries(inner));
}

function openSchema(schema: Schema, name: string): Schema {
  return mapped(schema, (each) => {
    const { additionalProperties, properties, ...rest } = each;
    return {
      ...rest,
      ...(additionalProperties === undefined || additionalProperties === false
        ? {}
        : { additionalProperties }),
      ...(properties === undefined ? {} : { properties: growing(properties as Schema, name) }),
    };
  }) as Schema;
}

function growing(properties: Schema, name: string): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => {
      const member = value as Schema;
      const words = member["enum"];
      if (!GROWING.has(`${name}.${key}`) || !Array.isArray(words)) return [key, value];
      const { enum: _, description = "", ...rest } = member;
      const sentence = `Known values: ${words.map((word) => `\`${String(word)}\``).join(", ")}. More may be added; treat another one as unknown.`;
      return [
        key,
        {
          ...rest,
          description: `${String(description)} ${sentence}`.trim(),
          "x-known-values": words,
        },
      ];
    }),
  );
}
