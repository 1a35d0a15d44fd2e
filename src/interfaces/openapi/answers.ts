/**
 * Answers for the examples of the cards: each is what the service itself answers over the example book,
 * asked through its own HTTP layer, so an example can't promise what the code does not do. Refusals are asked
 * for too, by making the examples of each card worse in one way at a time.
 */
import type { FastifyInstance } from "fastify";
import {
  API_ROOT,
  type Bound,
  type Example,
  isFileSchema,
  type Operation,
} from "../../contract/operation.ts";
import { assert } from "@daybook/words/assert";
import type { ReportProgress } from "../../core/progress.ts";
import { parseId, type PublicId } from "@daybook/words/public-id";
import { ownErrors } from "./declared-errors.ts";
import { type ExampleAnswer, EXAMPLE_DOCS_URL, type OperationAnswers } from "./document.ts";
import { EXAMPLE_ACCEPTED, EXAMPLE_COMPANY, EXAMPLE_OWNER, EXAMPLE_BUNDLE } from "./example-company.ts";

/** The parts of the app that answer the examples. */
export interface ExampleServices {
  readonly operations: readonly Bound[];
  readonly access: {
    createKey(
      companyId: PublicId<"company">,
      member: string,
      name: string,
    ): Promise<{ readonly api_key: string }>;
  };
  readonly intake: {
    importBundle(source: AsyncIterable<Uint8Array>, report: ReportProgress): Promise<unknown>;
  };
  rest(options: { readonly docsUrl: () => string }): FastifyInstance;
}

/** A request as an example states it; `path` is below the API root. */
export interface ExampleRequest extends Pick<Example, "path" | "body"> {
  /** A file in a form; null for a form without one. */
  readonly file?: Example["file"] | null;
}
type Ask = (
  operation: Operation,
  asked: ExampleRequest,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Loads the example book into the application's database and asks it every example. */
export async function askExamples(app: ExampleServices): Promise<ReadonlyMap<string, OperationAnswers>> {
  await app.intake.importBundle(once(Buffer.from(JSON.stringify(EXAMPLE_BUNDLE))), () => {});
  const company = parseId("company", EXAMPLE_COMPANY);
  assert(company !== null, "the example company has no valid id");
  const { api_key } = await app.access.createKey(company, EXAMPLE_OWNER, "examples");
  const rest = app.rest({ docsUrl: () => EXAMPLE_DOCS_URL });
  const ask: Ask = async (operation, { path, body, file }) => {
    const { method, idempotencyKey } = operation;
    const form = file === undefined ? null : formOf(operation, file);
    const headers = {
      authorization: `Bearer ${api_key}`,
      ...(idempotencyKey === "required" ? { "idempotency-key": "example" } : {}),
      ...form?.headers,
    };
    const payload = form?.payload ?? body;
    const response = await rest.inject({
      method,
      url: `${API_ROOT}${path}`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, body: response.body === "" ? null : response.json() };
  };
  const answers = new Map<string, OperationAnswers>();
  for (const { operation } of app.operations) {
    answers.set(operation.id, {
      examples: await answersTo(operation, ask, answers),
      refusals: await refusalsOf(operation, ask, answers),
    });
  }
  await rest.close();
  return answers;
}

const BOUNDARY = "example";

/** A form whose only field is a file, or without any. */
function formOf(
  { body }: Operation,
  file: NonNullable<Example["file"]> | null,
): { readonly headers: Readonly<Record<string, string>>; readonly payload: string } {
  const field =
    "schema" in body
      ? Object.keys(body.schema.properties).find((each) => isFileSchema(body.schema.properties[each]))
      : undefined;
  assert(field !== undefined, "an example sends a file to an operation that takes none");
  const part =
    file === null
      ? ""
      : `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${file.name}"\r\n\r\n${file.content}\r\n`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    payload: `${part}--${BOUNDARY}--\r\n`,
  };
}

async function answersTo(
  operation: Operation,
  ask: Ask,
  before: ReadonlyMap<string, OperationAnswers>,
): Promise<ExampleAnswer[]> {
  const answered: ExampleAnswer[] = [];
  for (const { title, ...asked } of operation.examples) {
    const { path, ...sent } = filledIn(asked, before);
    const { status, body } = await ask(operation, { path, ...sent });
    assert(
      status === operation.success.status,
      `the example ${path} answers ${status}: ${JSON.stringify(body)}`,
    );
    const { body: json } = sent;
    answered.push({ title, path, ...(json === undefined ? {} : { sent: json }), body });
  }
  return answered;
}

const ANSWERED = /\{(\w+)(?:\.(\d+))?\}/g;

/**
 * A request with the ids that were answered in place of the operations that it names, in its path and in the
 * fields of its body.
 */
export function filledIn(
  asked: ExampleRequest,
  before: ReadonlyMap<string, OperationAnswers>,
): ExampleRequest {
  const inText = (text: string): string =>
    text.replaceAll(ANSWERED, (_, name: string, number = "1") => idOf(before.get(name), Number(number)));
  const { path, body, ...others } = asked;
  const sent =
    body === undefined
      ? {}
      : {
          body: Object.fromEntries(
            Object.entries(body).map(([name, value]) => [
              name,
              typeof value === "string" ? inText(value) : (value as unknown),
            ]),
          ),
        };
  return { ...others, path: inText(path), ...sent };
}

/** The id that an operation answered to its example of that number. */
function idOf(answers: OperationAnswers | undefined, number: number): string {
  const { id, file_id } = (answers?.examples[number - 1]?.body ?? {}) as { id?: string; file_id?: string };
  const answered = id ?? file_id;
  assert(answered !== undefined, "an example names the answer of an operation that gave none before");
  return answered;
}

/** Values that are invalid for a parameter of this name, or unknown. */
function wrongFor(name: string): string[] {
  // Never uploaded, and no return.
  if (name === "file_id") return ["{createFileUpload}", "{createFile.2}"];
  if (name === "base_revision") return ["2", "latest"];
  return name.endsWith("date") ? ["2026-02-30", "9999-12-31"] : ["cat_nobodys", "je_nobodys_1", ""];
}

/** An unknown path, and the id of a deleted record. */
const WRONG_IDS = ["je_nobodys_1", "tcred_nobodys", "invite_nobodys", "f1099_nobodys", EXAMPLE_ACCEPTED];

/** The first request found for each error that the card itself declares, and its answer. */
async function refusalsOf(
  operation: Operation,
  ask: Ask,
  before: ReadonlyMap<string, OperationAnswers>,
): Promise<OperationAnswers["refusals"]> {
  const wanted = new Set<string>(ownErrors(operation));
  const refusals = new Map<string, ExampleAnswer>();
  for (const asked of operation.examples
    .flatMap((example) => worsened(operation, example))
    .map((each) => filledIn(each, before))) {
    const { path } = asked;
    const { body } = await ask(operation, asked);
    const { error } = (body ?? {}) as { error?: { code: string } };
    if (!error || !wanted.has(error.code) || refusals.has(error.code)) continue;
    refusals.set(error.code, { title: error.code, path, body });
  }
  return refusals;
}

/** An example with one parameter or field missing or wrong. */
function worsened(operation: Operation, { path: example, body }: ExampleRequest): ExampleRequest[] {
  const [path = "", query = ""] = example.split("?");
  const given = new URLSearchParams(query);
  const inQuery = Object.keys(operation.query).flatMap((name) => {
    const without = new URLSearchParams(given);
    without.delete(name);
    const rest = [...without].map(([key, value]) => `${key}=${value}`);
    return [rest, ...wrongFor(name).map((value) => [...rest, `${name}=${encodeURIComponent(value)}`])].map(
      (parts) => (parts.length === 0 ? path : `${path}?${parts.join("&")}`),
    );
  });
  const inPath = Object.keys(operation.pathParams).flatMap((name) =>
    WRONG_IDS.map((id) => operation.path.replace(`{${name}}`, id)),
  );
  const sent = body === undefined ? {} : { body };
  const unasked =
    operation.body.mode === "none" || (operation.body.mode === "json" && operation.body.optional)
      ? [{ path, body: { unasked: true } }]
      : [];
  // A file with another name is the same, and without content there is no file.
  const otherFiles =
    operation.body.mode === "stream"
      ? [
          { path, file: { name: "notes.pdf", content: "These are notes.\n" } },
          { path, file: null },
          { path, body: {} },
        ]
      : [];
  return [
    ...otherFiles,
    ...[...inPath, ...inQuery].map((each) => ({ path: each, ...sent })),
    ...unasked,
    ...worsenedBodies(body).map((each) => ({ path: example, body: each })),
  ];
}

/** A body with one field missing or wrong, be it of itself or of the first item of a list. */
function worsenedBodies(body: object | undefined): object[] {
  const fields: [string, unknown][] = Object.entries(body ?? {});
  return fields.flatMap(([name, value]) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const [first, ...others] = list;
    const items =
      typeof first === "object" && first !== null
        ? worsenedBodies(first).map((item) => ({ ...body, [name]: [item, ...others] }))
        : [];
    const wrong = [`wrong ${String(value)}`, ...(/date$|^file_id$/.test(name) ? wrongFor(name) : []), 0];
    return [
      Object.fromEntries(fields.filter(([other]) => other !== name)),
      ...items,
      ...wrong.map((each) => ({ ...body, [name]: each })),
    ];
  });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
