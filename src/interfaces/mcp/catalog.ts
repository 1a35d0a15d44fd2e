/** All operations as data for assistants: found by words, and described by their cards. */
import type { Bound, Operation } from "../../contract/operation.ts";
import type { Param } from "../../contract/params.ts";
import type { Permissions } from "../../core/areas.ts";
import { refuse } from "../../core/errors.ts";
import { permissionRefusal } from "../../modules/tenants/access/index.ts";
import { declaredErrors } from "../openapi/declared-errors.ts";

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
    schema: param.schema,
  }));
}

/** Everything that a caller needs to know of an operation. */
export function describeOperation(operation: Operation, permissions: Permissions) {
  const { body } = operation;
  return {
    ...summaryOf(operation, permissions),
    description: operation.description,
    requires: operation.requires.map(({ area, level }) => `${area}: ${level}`),
    parameters: [...parametersOf(operation.pathParams, "path"), ...parametersOf(operation.query, "query")],
    body: "schema" in body && body.mode !== "stream" ? body.schema : null,
    answer: operation.success.status === 204 ? null : operation.success.schema,
    errors: declaredErrors(operation).map(({ code, status, params }) => ({ code, status, params })),
  };
}
