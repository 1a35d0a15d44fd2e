/** All operations as data for assistants: found by words, and described by their cards. */
import type { Bound, Operation } from "../../contract/operation.ts";
import type { Param } from "../../contract/params.ts";
import type { Permissions } from "../../core/areas.ts";
import { refuse } from "../../core/errors.ts";
import { permissionRefusal } from "../../modules/tenants/access/index.ts";
import type { Schema } from "../openapi/components.ts";
import { declaredErrors } from "../openapi/declared-errors.ts";
import { openApiDocument, parameterSchema } from "../openapi/document.ts";

const wordsOf = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)
    // So that `merchants` finds `merchant`, and `splits` finds `split`.
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));

/** True if an operation changes nothing. */
export function isRead({ method, hints }: Operation): boolean {
  return method === "GET" && hints.readOnly;
}

/** Returns the operation of an id that a caller named. */
export function findOperation(operations: readonly Bound[], id: string): Bound {
  const found = operations.find(({ operation }) => operation.id === id);
  if (found === undefined)
    throw refuse("resource_missing", {
      param: "operation",
      message: `There is no such operation. \`search_operations\` finds the existing ones.`,
    });
  return found;
}

function summaryOf(operation: Operation, permissions: Permissions) {
  const { id, method, path, summary } = operation;
  return {
    operation: id,
    request: `${method} ${path}`,
    summary,
    changes_data: !isRead(operation),
    allowed: permissionRefusal(permissions, operation.requires) === null,
  };
}

/** Finds all operations with words in their names, summaries or parameters, the best first. */
export function searchOperations(operations: readonly Bound[], query: string, permissions: Permissions) {
  const wanted = wordsOf(query);
  const scored = operations.map(({ operation }) => {
    const names = new Set(wordsOf(`${operation.id} ${operation.path} ${operation.tag} ${operation.summary}`));
    const others = new Set(wordsOf(`${operation.description} ${Object.keys(operation.query).join(" ")}`));
    let score = 0;
    for (const word of wanted) score += names.has(word) ? 3 : others.has(word) ? 1 : 0;
    return { operation, score };
  });
  const found = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  return {
    found: found.length,
    operations: found.map(({ operation }) => summaryOf(operation, permissions)),
  };
}

function parametersOf(params: Readonly<Record<string, Param<unknown>>>, place: "path" | "query") {
  return Object.entries(params).map(([name, param]) => ({
    name,
    in: place,
    required: place === "path" || param.required,
    description: param.description,
    schema: parameterSchema(param),
  }));
}

const REFERENCE = "#/components/schemas/";

/** A schema in which the schemas that it refers to stand themselves. */
function inlined(value: unknown, schemas: Schema): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(each, schemas));
  if (typeof value !== "object" || value === null) return value;
  const { $ref: reference, ...rest } = value as Schema;
  const target = typeof reference === "string" ? schemas[reference.slice(REFERENCE.length)] : undefined;
  const whole = target === undefined ? value : { ...(target as Schema), ...rest };
  return target === undefined
    ? Object.fromEntries(Object.entries(whole).map(([name, each]) => [name, inlined(each, schemas)]))
    : inlined(whole, schemas);
}

/**
 * The schemas of body and answer as they are published: answers are open. Null for none that
 * is JSON.
 */
function publishedOf(operation: Operation): { readonly body: unknown; readonly answer: unknown } {
  const { paths, components } = openApiDocument([operation], new Map());
  const published = paths[operation.path]?.[operation.method.toLowerCase()];
  const schemaIn = (holder: unknown): unknown => {
    const { content } = (holder ?? {}) as { content?: Readonly<Record<string, { schema: Schema }>> };
    return inlined(content?.["application/json"]?.schema ?? null, components.schemas);
  };
  const responses = published?.["responses"] as Schema;
  return {
    body: schemaIn(published?.["requestBody"]),
    answer: schemaIn(responses[String(operation.success.status)]),
  };
}

/** Everything that a caller needs to know of an operation. */
export function describeOperation(operation: Operation, permissions: Permissions) {
  return {
    ...summaryOf(operation, permissions),
    description: operation.description,
    requires: operation.requires.map(({ area, level }) => `${area}: ${level}`),
    parameters: [...parametersOf(operation.pathParams, "path"), ...parametersOf(operation.query, "query")],
    ...publishedOf(operation),
    errors: declaredErrors(operation).map(({ code, status, params }) => ({ code, status, params })),
  };
}
