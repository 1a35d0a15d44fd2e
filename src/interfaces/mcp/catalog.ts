/** All operations as data for assistants: found by words, and described by their cards. */
import type { Bound, Operation } from "../../contract/operation.ts";
import type { Param } from "../../contract/params.ts";
import type { Permissions } from "@daybook/words/areas";
import { refuse } from "../../core/errors.ts";
import { permissionRefusal } from "../../modules/tenants/access/index.ts";
import type { Schema } from "../openapi/components.ts";
import { declaredErrors } from "../openapi/declared-errors.ts";
import { openApiDocument, parameterSchema } from "../openapi/document.ts";

/** The tag of the operations that only the console and assistants call. */
const CONSOLE_TAG = "Console";

/** Words of accountants and founders, and the words of the operations for the same thing. */
const MEANT: Readonly<Record<string, string>> = {
  account: "accounts categories",
  ageing: "receivables payables",
  aging: "receivables payables",
  amortization: "schedules spreads",
  ap: "payables bills",
  ar: "receivables invoices",
  asset: "schedules assets",
  audit: "events changes",
  bank: "accounts transactions upload",
  burn: "overview",
  closed: "closing",
  coa: "categories chart",
  contractor: "1099",
  customer: "invoices receivables",
  cash: "overview cash flow",
  deferral: "schedules spreads",
  deferred: "schedules spreads",
  depreciation: "schedules assets",
  duplicate: "transactions find",
  employee: "team people",
  expense: "income statement",
  history: "events changes",
  import: "uploads",
  imported: "uploads",
  journal: "entries voucher",
  ledger: "journal entries",
  login: "team people keys",
  loss: "income statement",
  owe: "receivables invoices payables bills",
  owed: "receivables invoices payables bills",
  overdue: "receivables payables",
  pay: "invoice bill candidates",
  payee: "merchants",
  permission: "team people",
  pnl: "income statement",
  prepaid: "schedules spreads",
  profit: "income statement",
  role: "team chart",
  runway: "overview",
  search: "find",
  statement: "balance income cash",
  supplier: "bills merchants 1099",
  tb: "trial balance",
  uncategorized: "find transactions",
  user: "team people",
  vendor: "bills merchants 1099",
  who: "audit events team",
};

const wordsOf = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)
    // Makes `merchants` find `merchant`, and `splits` find `split`.
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));

/** True if an operation changes nothing. */
export function isRead({ method, hints }: Operation): boolean {
  return method === "GET" && hints.readOnly;
}

/** Reads of the console whose answers only its pages can read, such as tables of bare numbers of cents. */
export const FOR_PAGES: ReadonlySet<string> = new Set([
  "getStatementTable",
  "listStatementEntries",
  "listTransactionPlaces",
  "getSheetContent",
  "getSheetChanges",
]);

/** The operations of the console that assistants may call, too: those that read something of a company. */
export function forAssistants(consoleOperations: readonly Bound[]): Bound[] {
  return consoleOperations.filter(({ operation, scope }) => scope !== "user" && isRead(operation));
}

/** The operations that a caller may name. */
function named(operations: readonly Bound[]): Bound[] {
  return operations.filter(({ operation }) => !FOR_PAGES.has(operation.id));
}

/** Returns the operation of an id that a caller named. */
export function findOperation(operations: readonly Bound[], id: string): Bound {
  const found = named(operations).find(({ operation }) => operation.id === id);
  if (found === undefined)
    throw refuse("resource_missing", {
      param: "operation",
      message: `There is no such operation. \`search_operations\` finds the existing ones.`,
    });
  return found;
}

function summaryOf(operation: Operation, permissions: Permissions) {
  const { id, method, path, summary, tag } = operation;
  return {
    operation: id,
    // The console's own have no address for a key.
    request: tag === CONSOLE_TAG ? null : `${method} ${path}`,
    summary,
    changes_data: !isRead(operation),
    allowed: permissionRefusal(permissions, operation.requires) === null,
  };
}

/**
 * Finds all operations with words in their names, summaries or parameters, the best first. A word counts the
 * more, the fewer operations have it: `list` says little, `receivables` much.
 */
export function searchOperations(operations: readonly Bound[], query: string, permissions: Permissions) {
  const wanted = wordsOf(query);
  const meant = wanted.flatMap((word) => wordsOf(MEANT[word] ?? ""));
  const known = named(operations).map(({ operation }) => ({
    operation,
    names: new Set(wordsOf(`${operation.id} ${operation.path} ${operation.tag} ${operation.summary}`)),
    others: new Set(wordsOf(`${operation.description} ${Object.keys(operation.query).join(" ")}`)),
  }));
  const weightOf = (word: string): number =>
    Math.log(1 + known.length / (1 + known.filter(({ names }) => names.has(word)).length));
  const weights = new Map([...wanted, ...meant].map((word) => [word, weightOf(word)]));
  const sum = (words: readonly string[], share: (word: string) => number): number =>
    words.reduce((all, word) => all + share(word) * (weights.get(word) ?? 0), 0);
  const found = known
    .map(({ operation, names, others }) => ({
      operation,
      score:
        sum(wanted, (word) => (names.has(word) ? 3 : others.has(word) ? 1 : 0)) +
        sum(meant, (word) => (names.has(word) ? 2 : 0)),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || Number(isRead(b.operation)) - Number(isRead(a.operation)));
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

/** Returns a schema with the schemas that it refers to in place. */
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
