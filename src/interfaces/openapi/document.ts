/**
 * The OpenAPI 3.1 document, made from the operation cards and nothing else. Invariant: the same cards and
 * examples give the same bytes; unordered members are sorted by name.
 */
import type { TObject } from "typebox";
import {
  API_ROOT,
  COMMON_ERRORS,
  isFileSchema,
  type KeyUse,
  keyUse,
  type Operation,
} from "../../contract/operation.ts";
import type { Param, Params } from "../../contract/params.ts";
import type { Requirement } from "@daybook/words/areas";
import { ERRORS, errorBody, refuse } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { Components, portable, type Schema } from "./components.ts";
import { opened } from "./open.ts";
import { declaredErrors, type PossibleError } from "./declared-errors.ts";

/** Version of the interface, carried in the path prefix. */
const API_VERSION = "1.0";

/** The address of a server with default settings; a server that serves the document puts its own there. */
export const EXAMPLE_ORIGIN = "http://127.0.0.1:4100";
/** The documentation's address in example errors. */
export const EXAMPLE_DOCS_URL = `${EXAMPLE_ORIGIN}/docs`;

/** An example of a card as it was sent, and the response to it. */
export interface ExampleAnswer {
  readonly title: string;
  /** Path with query, below the API root. */
  readonly path: string;
  /** The JSON that was sent, with the ids of earlier responses filled in. */
  readonly sent?: object;
  /** The response; null if it has no body. */
  readonly body: unknown;
}

/**
 * The responses of an operation: its examples, and one refusal for each of its own errors, by code, if a
 * request for it is known.
 */
export interface OperationAnswers {
  readonly examples: readonly ExampleAnswer[];
  readonly refusals: ReadonlyMap<string, ExampleAnswer>;
}

/** Answers by the operation's id. */
export type Answers = ReadonlyMap<string, OperationAnswers>;

const NOTHING_ASKED: OperationAnswers = { examples: [], refusals: new Map() };

/** The descriptions of the tags, in the order of the reference. */
export const TAGS: Readonly<Record<string, string>> = {
  Company: "The company that an API key belongs to.",
  Bills: "Bills of vendors, the amounts paid on them, and the transactions that paid them.",
  Console: "What only the web console calls: its forms, lists and proposals.",
  Chart: "The trees by which the books are organized: categories and departments.",
  Ledger: "Journal entries, the source of truth of every report, and totals read straight from them.",
  Files: "Uploaded PDFs that can be attached to a record, such as tax returns filed elsewhere.",
  Invoices: "Invoices to customers, the amounts paid on them, and the transactions that paid them.",
  Reports: "The balance sheet, the income statement and the cash flow statement.",
  Taxes:
    "The status of tax filings, their documents, and tax credits. Reading them calculates, files and pays nothing.",
  Transactions:
    "The feed of bank and card lines: edits, splits, transfers, and amounts that count over several months.",
  Banking: "The bank and card accounts of transactions, and the cards paid from them.",
  Rules: "Rules that assign a category to incoming transactions.",
  Forms: "Vendor 1099 filings: a summary of each year, its records, and their documents.",
  Sheets:
    "Spreadsheet documents whose formulas read the books: cells as written and as calculated at the time of the request, and a search of cells.",
  Integrations: "The company's connections to outside services, and their status.",
  Team: "The members of the company and its invitations.",
};

/** A tag of an operation; one that the document would not describe stops its making. */
function described(tag: string): string {
  if (!(tag in TAGS)) throw new Error(`The tag ${tag} has no description in TAGS.`);
  return tag;
}

export interface OpenApi {
  readonly openapi: "3.1.0";
  readonly info: Schema;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly components: Readonly<Record<"schemas" | "responses" | "securitySchemes", Schema>>;
  readonly [member: string]: unknown;
}

/** The document of these operations. */
export function openApiDocument(operations: readonly Operation[], answers: Answers): OpenApi {
  const components = new Components();
  addErrorSchema(components);
  const paths: Record<string, Record<string, Schema>> = {};
  for (const operation of operations.toSorted(byPath)) {
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = describeOperation(
      operation,
      components,
      answers.get(operation.id) ?? NOTHING_ASKED,
    );
  }
  const parts = opened({ paths, schemas: components.schemas(), responses: components.responses() });
  return {
    openapi: "3.1.0",
    info: {
      title: "Daybook Finance Data API",
      version: API_VERSION,
      description:
        "Programmatic access to one company's books: its profile, chart, journal entries and the three statements computed from them. Every amount is an integer number of cents in a field that ends in `_cents`; timestamps are Unix seconds; dates are days in Los Angeles.",
      contact: { name: "The documentation of this server", url: EXAMPLE_DOCS_URL },
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: `${EXAMPLE_ORIGIN}${API_ROOT}`, description: "The server that serves this document." }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => operations.some(({ tag }) => tag === name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, description]) => ({ name, description })),
    paths: parts.paths,
    components: {
      schemas: parts.schemas,
      responses: parts.responses,
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "svc_...",
          description:
            "An API key of a member of the company, sent as `Authorization: Bearer svc_...`. It acts with its owner's permissions as they are now.",
        },
      },
    },
  };
}

function byPath(a: Operation, b: Operation): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1;
}

/** Area and level pairs that a call needs: the card's, and API access on top. */
export function requirementsOf(operation: Operation): Requirement[] {
  return [...operation.requires, { area: "api_access", level: "manage" }];
}

function describeOperation(operation: Operation, components: Components, answered: OperationAnswers): Schema {
  const { body, concealment, deprecated, guards = [] } = operation;
  return {
    operationId: operation.id,
    tags: [described(operation.tag)],
    summary: operation.summary,
    description:
      concealment === undefined ? operation.description : `${operation.description}\n\n${concealment}`,
    ...(deprecated === undefined ? {} : { deprecated: true, "x-deprecated-because": deprecated }),
    ...parametersOf(operation),
    ...requestBodyOf(operation, components, answered),
    responses: responsesOf(operation, components, answered),
    "x-required-permissions": requirementsOf(operation),
    ...(guards.length === 0 ? {} : { "x-guards": guards }),
    "x-limits": Object.fromEntries(operation.limits.map((name) => [name, LIMITS[name].value])),
    "x-hints": operation.hints,
    "x-paging": operation.paging,
    "x-unknown-query": operation.unknownQuery,
    "x-request-body": body.mode,
    "x-idempotency": operation.idempotency,
    "x-since": operation.since,
  };
}

/**
 * A form holds files and JSON does not, so the two are different schemas; where a file is required there is
 * only the form.
 */
function requestBodyOf(
  operation: Operation,
  components: Components,
  answered: OperationAnswers,
): { requestBody?: Schema } {
  const { body } = operation;
  if (!("schema" in body)) return {};
  if (body.mode === "stream")
    return {
      requestBody: {
        required: true,
        content: { "multipart/form-data": { schema: components.reference(body.schema) } },
      },
    };
  const json = {
    schema: components.reference(body.mode === "form" ? withoutFiles(body.schema) : body.schema),
    ...bodyExamples(operation, answered),
  };
  if (body.mode === "json")
    return { requestBody: { required: !body.optional, content: { "application/json": json } } };
  const form = { schema: components.reference(titled(body.schema, "Form")) };
  const fileNeeded = (body.schema.required ?? []).some((name) => isFileSchema(body.schema.properties[name]));
  return {
    requestBody: {
      required: true,
      content: { "multipart/form-data": form, ...(fileNeeded ? {} : { "application/json": json }) },
    },
  };
}

function titled(schema: TObject, ending: string): Schema {
  const { title } = schema as { title?: string };
  return { ...schema, ...(title === undefined ? {} : { title: `${title}${ending}` }) };
}

function withoutFiles(schema: TObject): Schema {
  return {
    ...titled(schema, ""),
    properties: Object.fromEntries(
      Object.entries(schema.properties).filter(([, field]) => !isFileSchema(field)),
    ),
  };
}

function bodyExamples({ examples }: Operation, answered: OperationAnswers): { examples?: Schema } {
  const sent = examples.flatMap(({ title, body }, index) =>
    body === undefined
      ? []
      : [
          [
            `example_${index + 1}`,
            { summary: title, value: answered.examples[index]?.sent ?? body },
          ] as const,
        ],
  );
  return sent.length === 0 ? {} : { examples: Object.fromEntries(sent) };
}

function parametersOf(operation: Operation): { parameters?: Schema[] } {
  const parameters = [
    ...Object.entries(operation.pathParams).map(([name, param]) => parameter("path", name, param)),
    ...Object.entries(operation.query).flatMap(([name, param]) => queryParameters(name, param)),
    ...KEY_PARAMETER[keyUse(operation)],
  ];
  return parameters.length === 0 ? {} : { parameters };
}

const KEY_SENTENCE =
  "A string that identifies this request: a new one for each new request, the same one for a retry. Letter case matters; surrounding spaces are ignored.";

function keyParameter(required: boolean, description: string): Schema {
  return {
    name: "Idempotency-Key",
    in: "header",
    required,
    description,
    schema: { type: "string", minLength: 1, maxLength: LIMITS.idempotency_key_characters.value },
  };
}

const KEY_PARAMETER: Readonly<Record<KeyUse, readonly Schema[]>> = {
  required: [keyParameter(true, KEY_SENTENCE)],
  optional: [
    keyParameter(
      false,
      `${KEY_SENTENCE} For 24 hours the same key and input of a user give the first answer again, with the header \`Idempotent-Replayed: true\`, and change nothing.`,
    ),
  ],
  unused: [],
};

function parameter(place: "path" | "query", name: string, param: Param<unknown>): Schema {
  const deprecated = param.deprecated ? { deprecated: true } : {};
  return {
    name,
    in: place,
    required: param.required,
    ...deprecated,
    description: param.description,
    schema: parameterSchema(param),
  };
}

/** A parameter with aliases is listed under each of its names, the repeated form (`name[]`) first. */
function queryParameters(name: string, param: Params[string]): Schema[] {
  if (param.aliases.length === 0) return [parameter("query", name, param)];
  const [first, ...others] = [...param.aliases.map((alias) => `${name}${alias}`), name];
  const repeated = { style: "form", explode: true };
  return [
    { ...parameter("query", first, param), ...repeated },
    ...others.map((other) => ({
      ...parameter("query", other, param),
      ...(param.oneSpelling
        ? { schema: { type: "string" }, description: `A single value; give several as \`${first}\`.` }
        : { ...repeated, description: `The same as \`${first}\`.` }),
    })),
  ];
}

/** Headers of an answer with this status: one place for all of them. */
function headersOf(status: number): Schema {
  const whole = { type: "integer", minimum: 0 };
  const always = status < 400;
  return {
    ...(always || status === 429
      ? {
          "X-RateLimit-Limit": {
            description:
              "Requests allowed in the burst window: for the key, or for the address when the key is invalid.",
            schema: whole,
          },
          "X-RateLimit-Remaining": { description: "Requests left in the window.", schema: whole },
          "X-RateLimit-Reset": { description: "When the window ends, in Unix seconds.", schema: whole },
        }
      : {}),
    ...(status === 429 || status === 503
      ? {
          "Retry-After": {
            description:
              status === 429
                ? "Seconds to wait; only with `rate_limit_exceeded`."
                : "Seconds to wait; only while the service can't use its storage of files.",
            schema: { type: "integer", minimum: 1 },
          },
        }
      : {}),
    "Cache-Control": {
      description: "Caches between client and server never store answers.",
      schema: { type: "string", const: "no-store" },
    },
  };
}

const TAG_HEADER: Schema = {
  ETag: { description: "Identifies this answer, for `If-None-Match`.", schema: { type: "string" } },
};

/** The answer to a caller who sent the tag of the present answer. */
const NOT_MODIFIED: Schema = {
  304: {
    description: "`If-None-Match` holds the tag of this answer. It counts as a request all the same.",
    headers: { ...headersOf(304), ...TAG_HEADER },
  },
};

function responsesOf(
  operation: Operation,
  components: Components,
  { examples: answered, refusals }: OperationAnswers,
): Record<string, Schema> {
  const { status, description, schema, location, headers: own = {}, repeated } = operation.success;
  const headers = {
    ...headersOf(status),
    ...(operation.tagged ? TAG_HEADER : {}),
    ...(location === undefined
      ? {}
      : {
          Location: {
            description: `The export's path: \`${API_ROOT}${location}\`.`,
            schema: { type: "string" },
          },
        }),
    ...Object.fromEntries(
      Object.entries(own).map(([name, meaning]) => [
        name,
        { description: meaning, schema: { type: "string" } },
      ]),
    ),
  };
  const examples = Object.fromEntries(
    answered.map(({ title, path, body }, index) => [
      `example_${index + 1}`,
      { summary: title, description: `\`${operation.method} ${path}\``, value: body },
    ]),
  );
  const reference = components.reference(schema);
  const content = { schema: reference, ...(answered.length === 0 ? {} : { examples }) };
  const responses: Record<string, Schema> = {
    [status]: {
      description,
      headers,
      ...(status === 204 ? {} : { content: { "application/json": content } }),
    },
    ...(operation.tagged ? NOT_MODIFIED : {}),
    ...(repeated === undefined
      ? {}
      : {
          [repeated.status]: {
            description: repeated.description,
            headers: headersOf(repeated.status),
            content: { "application/json": { schema: reference } },
          },
        }),
  };
  const errors = declaredErrors(operation);
  for (const each of new Set(errors.map((error) => error.status))) {
    responses[each] = errorResponse(
      each,
      errors.filter((error) => error.status === each),
      components,
      ({ code, params: [param] }) => {
        const asked = refusals.get(code);
        if (asked) return { description: `\`${operation.method} ${asked.path}\``, value: asked.body };
        const details = {
          ...(param === undefined ? {} : { param }),
          ...(code === "revision_conflict" ? { currentRevision: 4 } : {}),
        };
        return { value: errorBody(refuse(code, details), EXAMPLE_DOCS_URL) };
      },
    );
  }
  return responses;
}

/** Errors of one status. What every operation may answer alike stands once among the components. */
function errorResponse(
  status: number,
  errors: readonly PossibleError[],
  components: Components,
  exampleOf: (error: PossibleError) => Schema,
): Schema {
  const examples = Object.fromEntries(errors.map((error) => [error.code, exampleOf(error)]));
  const response = {
    description: errors.map(({ code, when }) => `- \`${code}\`: ${when.join(" ")}`).join("\n"),
    headers: headersOf(status),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" }, examples } },
    "x-errors": errors.map(({ code, params, when }) => ({ code, params, when })),
  };
  const common = errors.every(
    ({ code, params, when }) => params.length === 0 && when.join() === COMMON.get(code),
  );
  return common ? components.addResponse(`Common${status}`, response) : response;
}

/** The sentence of each error that any operation may answer. */
const COMMON: ReadonlyMap<string, string> = new Map(COMMON_ERRORS.map(({ code, when }) => [code, when]));

function addErrorSchema(components: Components): void {
  const codes = Object.keys(ERRORS).toSorted();
  const types = [...new Set(Object.values(ERRORS).map(({ type }) => type))].toSorted();
  components.add("Error", {
    type: "object",
    description: "The body of every answer with a status of 400 or more.",
    additionalProperties: false,
    required: ["error"],
    properties: {
      error: {
        type: "object",
        additionalProperties: false,
        required: ["type", "code", "message", "doc_url"],
        properties: {
          type: { type: "string", enum: types, description: "Kind of the error; stable." },
          code: { type: "string", enum: codes, description: "The error; stable. Branch on this." },
          message: { type: "string", description: "A sentence for people; may change without notice." },
          param: { type: "string", description: "Name of the offending input, when there is one." },
          doc_url: { type: "string", description: "Where this error is explained." },
          current_revision: {
            type: "integer",
            minimum: 1,
            description: "Only with `revision_conflict`: the spreadsheet's current revision.",
          },
        },
      },
    },
  });
}

/** The schema of a parameter, with a pattern that every engine compiles. */
/** The schema of a parameter as it is published. */
export function parameterSchema({ schema }: Param<unknown>): Schema {
  const { pattern } = schema as { pattern?: unknown };
  return { ...schema, ...(typeof pattern === "string" ? { pattern: portable(pattern) } : {}) };
}
