/**
 * The generated files of the clients, made from OpenAPI documents and nothing else: the types of the schemas,
 * a table of the operations with the interface of their methods and, for programs, a class for each error
 * code. Invariant: the same document gives the same bytes.
 */
import { assert } from "@daybook/words/assert";
import { LIMITS } from "@daybook/words/limits";
import { comment, indented, members, property, SCHEMAS, typeOf } from "./client-types.ts";
import type { Schema } from "./components.ts";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly deprecated?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
  readonly "x-paging": { readonly kind: "none" | "whole" | "cursor" };
}

type Schemas = Readonly<Record<string, Schema>>;

interface Media {
  readonly schema: Schema;
}

interface OpenApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Schemas };
}

interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentOperation;
}

const IDEMPOTENCY_KEY = "Idempotency-Key";
const HEADER = (what: string): string =>
  `/** ${what} Generated from the operation cards by \`npm run emit\`: do not edit. */\n`;

/** Where the generated files of the client for programs lie, and those of the console's own operations. */
export const CLIENT_FILES = "client/src/generated/";
export const CONSOLE_FILES = "console/src/api/generated/";

/** A statement of a generated file. Not written out, so that nobody takes it for one of this file. */
const imported = (names: string, from: string): string => `import ${names} from ${JSON.stringify(from)};`;

type GeneratedFiles = readonly (readonly [path: string, text: string])[];

/** The client's generated files. `document` is the published OpenAPI document as plain data. */
export function clientFiles(document: object): GeneratedFiles {
  const openapi = document as OpenApi;
  const root = new URL(openapi.servers[0]?.url ?? "").pathname;
  const own = { checksKind: true, list: "../list.ts", options: "../options.ts" };
  return [
    [`${CLIENT_FILES}errors.ts`, indented(errorsFile(openapi))],
    [`${CLIENT_FILES}operations.ts`, indented(operationsFile(openapi, root, own))],
    [`${CLIENT_FILES}schemas.ts`, indented(schemasFile(openapi))],
  ];
}

/**
 * The generated files for the operations that only the console has, from their document as plain data. `root`
 * is the path below which they lie on the server. Types that the published document has too are the client's.
 */
export function consoleFiles(document: object, published: object, root: string): GeneratedFiles {
  const openapi = document as OpenApi;
  // The service that sent the page answers it. The kinds would weigh half a kilobyte of the first page.
  const client = { checksKind: false, list: "@daybook/client", options: "@daybook/client" };
  const shared = sharedSchemas(openapi.components.schemas, (published as OpenApi).components.schemas);
  return [
    [`${CONSOLE_FILES}limits.ts`, limitsFile()],
    [`${CONSOLE_FILES}operations.ts`, indented(operationsFile(openapi, root, client))],
    [`${CONSOLE_FILES}schemas.ts`, indented(schemasFile(openapi, shared))],
  ];
}

/** The limits without their meanings, which would weigh more than the page. */
function limitsFile(): string {
  const values = Object.entries(LIMITS).map(([name, { value }]) => `  ${name}: ${value},`);
  return [
    `${HEADER("The limits of the service by name.")}\nexport const LIMITS = {`,
    ...values,
    "} as const;\n",
  ].join("\n");
}

/** Names of the schemas that both documents describe alike, with all schemas that they refer to. */
function sharedSchemas(own: Schemas, published: Schemas): ReadonlySet<string> {
  const types = (schemas: Schemas): Map<string, { text: string; refers: Set<string> }> =>
    new Map(
      Object.entries(schemas).map(([name, schema]) => {
        const refers = new Set<string>();
        return [name, { text: declared(name, schema, (other) => void refers.add(other)), refers }];
      }),
    );
  const [ours, theirs] = [types(own), types(published)];
  const shared = new Set([...ours.keys()].filter((name) => ours.get(name)?.text === theirs.get(name)?.text));
  // A schema that refers to one that differs is removed, until no schema is.
  for (let before = -1; before !== shared.size;) {
    before = shared.size;
    for (const name of shared)
      if ([...(ours.get(name)?.refers ?? [])].some((other) => !shared.has(other))) shared.delete(name);
  }
  return shared;
}

function schemasFile({ components }: OpenApi, shared: ReadonlySet<string> = new Set()): string {
  const used = new Set<string>();
  const types = Object.entries(components.schemas)
    .filter(([name]) => !shared.has(name))
    .map(([name, schema]) => declared(name, schema, (other) => void used.add(other)));
  const statement = (kind: string, names: Iterable<string>): string =>
    `${kind} type {\n${[...names].map((name) => `${name},\n`).join("")}} from "@daybook/client";\n`;
  const client =
    shared.size === 0
      ? ""
      : `\n${statement("import", [...used].filter((name) => shared.has(name)).toSorted())}\n${statement("export", shared)}`;
  return `${HEADER("The types of requests and answers.")}${client}\n${types.join("\n")}`;
}

/** The declaration of a schema's type; tells `refer` the names of other schemas that it uses. */
function declared(name: string, schema: Schema, refer: (name: string) => void): string {
  const about = comment([typeof schema["description"] === "string" ? schema["description"] : ""]);
  return schema["type"] === "object"
    ? `${about}export interface ${name} {\n${members(schema, refer)}}\n`
    : `${about}export type ${name} = ${typeOf(schema, refer)};\n`;
}

/** The class of an error code: `rate_limit_exceeded` is `RateLimitExceededError`. */
function errorClassName(code: string): string {
  const words = code.split("_").map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `${words.join("").replace(/Error$/, "")}Error`;
}

function errorsFile({ paths, components }: OpenApi): string {
  const error = propertiesOf(components.schemas["Error"])["error"];
  const codes = propertiesOf(error)["code"]?.["x-known-values"] as readonly string[];
  assert(codes.length > 0 && Object.keys(paths).length > 0, "the document has error codes and operations");
  const classes = codes.map(
    (code) => `/** A refusal with the code \`${code}\`. */
export class ${errorClassName(code)} extends ApiError {}
`,
  );
  const table = codes.map((code) => `${code}: ${errorClassName(code)},\n`);
  return `${HEADER("One class for each error code.")}
${imported("{ ApiError }", "../errors.ts")}

${classes.join("\n")}
/** The class of each known code. Refusals with another code are of the class \`ApiError\` itself. */
export const ERROR_CLASSES = {
${table.join("")}};

/** The codes that this version of the client knows. */
export type ErrorCode = keyof typeof ERROR_CLASSES;
`;
}

/** Where a table of operations imports its types from. */
interface Runtime {
  /** True if answers are checked to be of the kind that is asked for. */
  readonly checksKind: boolean;
  readonly list: string;
  readonly options: string;
}

function operationsFile({ paths, components }: OpenApi, root: string, runtime: Runtime): string {
  const described = Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): Described => ({ method, path, operation })),
    )
    .toSorted((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
  const used = new Set<string>();
  const refer = (name: string): void => void used.add(name);
  const methods = described.map((each) => methodOf(each, refer));
  const queries = described.map(queryType).filter((text) => text !== "");
  const rows = described.map((each) => tableRow(each, runtime.checksKind ? components.schemas : {}));
  const schemas = [...used].toSorted().map((name) => `${name},\n`);
  const options = methods.some((text) => text.includes("ListOptions"))
    ? "CallOptions, ListOptions"
    : "CallOptions";
  const lists = methods.some((text) => text.includes("List<"))
    ? `${imported("type { List }", runtime.list)}\n`
    : "";
  return `${HEADER("The operations.")}
${lists}${imported(`type { ${options}, OperationRow }`, runtime.options)}
${imported(`type {\n${schemas.join("")}}`, "./schemas.ts")}

/** The path below which the API lies on its server. */
export const API_ROOT = ${JSON.stringify(root)};

/** How each operation is called. */
export const OPERATIONS = {
${rows.join("")}} as const satisfies Readonly<Record<string, OperationRow>>;

/** A function for each operation: first the parameters of its path, then its query or its body, then options. */
export interface Operations {
${methods.join("")}}

${queries.join("\n")}`;
}

const queryOf = ({ operation }: Described): readonly Parameter[] => {
  const named = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const names = new Set(named.map(({ name }) => name));
  for (const { name, schema } of named)
    assert(schema["type"] !== "array" || names.has(`${name.replace("[]", "")}[]`), `${name} has no \`[]\``);
  // A list is given under its plain name, and the client sends it as `name[]`.
  return named.filter(({ name }) => !name.endsWith("[]"));
};

const pathOf = ({ operation }: Described): readonly Parameter[] =>
  (operation.parameters ?? []).filter((parameter) => parameter.in === "path");

const queryName = ({ operation: { operationId } }: Described): string =>
  `${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}Query`;

function queryType(described: Described): string {
  const query = queryOf(described);
  if (query.length === 0) return "";
  const aliased = described.operation.parameters ?? [];
  const fields = query.map((plain) => {
    const { name, required, deprecated } = plain;
    // The plain name may be documented with a single value, but the client sends lists as `name[]`.
    const { schema, description: about } = aliased.find((other) => other.name === `${name}[]`) ?? plain;
    return property(name, typeOf(schema), required, deprecated ? `${about}\n@deprecated` : about);
  });
  return `${comment([`The query of \`${described.operation.operationId}\`.`])}export interface ${queryName(described)} {\n${fields.join("")}}\n`;
}

/** The schema of the answer; null if it has none. */
function answerOf({ operation }: Described): Schema | null {
  const [media] = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, response]) => response.content?.["application/json"]);
  return media?.schema ?? null;
}

function bodyType({ operation }: Described, refer: (name: string) => void): string | null {
  const { requestBody } = operation;
  if (requestBody === undefined) return null;
  // A form has every field that the same operation takes as JSON, and its file.
  const media = requestBody.content["multipart/form-data"] ?? requestBody.content["application/json"];
  assert(media !== undefined, `${operation.operationId} has a body of an unknown kind`);
  return typeOf(media.schema, refer);
}

function methodOf(described: Described, refer: (name: string) => void): string {
  const { operation, method, path } = described;
  const query = queryOf(described);
  const body = bodyType(described, refer);
  const isList = operation["x-paging"].kind !== "none";
  const isOptional = (required: boolean): string => (required ? "" : "?");
  const inputs = [
    ...pathOf(described).map(({ name }) => `${name}: string`),
    ...(query.length === 0
      ? []
      : [`query${isOptional(query.some(({ required }) => required))}: ${queryName(described)}`]),
    ...(body === null ? [] : [`body${isOptional(operation.requestBody?.required === true)}: ${body}`]),
    `options?: ${isList ? "ListOptions" : "CallOptions"}`,
  ];
  const answer = answerOf(described);
  const type = answer === null ? "void" : typeOf(answer, refer);
  const result = isList ? `List<${type}["data"][number], ${type}>` : `Promise<${type}>`;
  const about = comment([
    `${operation.summary}.`,
    operation.description,
    `\`${method.toUpperCase()} ${path}\``,
  ]);
  return `${about}readonly ${operation.operationId}: (${inputs.join(", ")}) => ${result};\n`;
}

const propertiesOf = (schema: Schema | undefined): Schemas => (schema?.["properties"] ?? {}) as Schemas;

/** The constant `object` of an answer, by which a wrong one is known; undefined if it has none. */
function markerOf(answer: Schema | null, schemas: Schemas): unknown {
  const reference = answer?.["$ref"];
  const name = typeof reference === "string" ? reference.slice(SCHEMAS.length) : "";
  return propertiesOf(schemas[name])["object"]?.["const"];
}

/** An operation as the client calls it: only the facts that differ from a plain read. */
function tableRow(described: Described, schemas: Schemas): string {
  const { operation, method, path } = described;
  const { kind } = operation["x-paging"];
  const limit = queryOf(described).find(({ name }) => name === "limit")?.schema["maximum"];
  const isKeyed = (operation.parameters ?? []).some(({ name }) => name === IDEMPOTENCY_KEY);
  const content = Object.keys(operation.requestBody?.content ?? {});
  const isForm = content.includes("multipart/form-data");
  const answer = answerOf(described);
  const marker = markerOf(answer, schemas);
  const facts = [
    `method: "${method.toUpperCase()}"`,
    `path: ${JSON.stringify(path)}`,
    ...(queryOf(described).length === 0 ? [] : ["query: true"]),
    ...(content.length === 0 ? [] : [`body: "${isForm ? "form" : "json"}"`]),
    ...(isKeyed ? ["keyed: true"] : []),
    ...(kind === "none" ? [] : [`list: "${kind}"`]),
    ...(kind === "cursor" && typeof limit === "number" ? [`pageMost: ${limit}`] : []),
    ...(answer === null ? ["empty: true"] : []),
    ...(kind === "none" && typeof marker === "string" ? [`object: "${marker}"`] : []),
  ];
  return `${operation.operationId}: { ${facts.join(", ")} },\n`;
}
