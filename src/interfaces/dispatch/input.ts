/**
 * The input stage: reads path, query and body by the operation's card, and refuses what the card does not
 * take.
 */
import { Compile, type Validator } from "typebox/compile";
import type { TObject, TSchema } from "typebox";
import { firstFault, placeText } from "../../contract/faults.ts";
import {
  BLANK_IS_MISSING,
  isFileSchema,
  type KeyUse,
  keyUse,
  type Operation,
  SentFile,
} from "../../contract/operation.ts";
import { type Params, type RawValue, UNREADABLE } from "../../contract/params.ts";
import { refuse } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { isBlank } from "@daybook/words/names";
import { CallersNameRefusal } from "./callers-name.ts";
import type { ArrivedBody, ArrivingBody, Exchange } from "./exchange.ts";
import { readArrivingForm } from "./arriving.ts";
import { readForm } from "./form.ts";
import { readJson } from "./json.ts";

/** Fills `input` and `bodyValue` of an exchange or throws a refusal. */
export async function readInput(exchange: Exchange): Promise<void> {
  const { operation } = exchange.bound;
  exchange.input = {
    ...readParams(operation.pathParams, exchange.arrival.pathParams),
    ...readQuery(operation, exchange.arrival.query),
  };
  exchange.idempotencyKey = readIdempotencyKey(keyUse(operation), exchange.arrival.idempotencyKeys);
  exchange.bodyValue = await readBody(operation, exchange.body);
}

/** The input of a call that did not come as a request: texts of path and query, and the members of the body. */
export interface GivenInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, RawValue>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Reads such an input by the operation's card. Throws the refusals of a request. */
export function readGiven(
  operation: Operation,
  { path, query, body }: GivenInput,
): { readonly input: Record<string, unknown>; readonly body: unknown } {
  const input = { ...readParams(operation.pathParams, path), ...readQuery(operation, query) };
  return { input, body: "schema" in operation.body ? checkBody(operation.body.schema, body) : undefined };
}

/** Name of the header, and `param` of its refusals. */
const IDEMPOTENCY_KEY = "Idempotency-Key";

function readIdempotencyKey(use: KeyUse, [header, ...more]: readonly string[]): string | null {
  if (use === "unused" || (use === "optional" && header === undefined)) return null;
  if (more.length > 0)
    throw refuse("invalid_request", {
      param: IDEMPOTENCY_KEY,
      message: `The header \`${IDEMPOTENCY_KEY}\` is given more than once.`,
    });
  if (header === undefined) {
    throw refuse("parameter_missing", {
      param: IDEMPOTENCY_KEY,
      message: `The header \`${IDEMPOTENCY_KEY}\` is required: a string that identifies the request, new for each new request and the same for a retry.`,
    });
  }
  // Only what HTTP takes for blanks: another space is a character like any other.
  const key = header.replaceAll(/^[ \t]+|[ \t]+$/g, "");
  const most = LIMITS.idempotency_key_characters.value;
  if (isBlank(key) || key.length > most)
    throw refuse("invalid_request", {
      param: IDEMPOTENCY_KEY,
      message: `The header \`${IDEMPOTENCY_KEY}\` must have 1 to ${most} characters.`,
    });
  return key;
}

function readQuery(operation: Operation, query: Readonly<Record<string, RawValue>>): Record<string, unknown> {
  if (operation.unknownQuery === "refused") {
    const unknown = Object.keys(query).find((name) => !takes(operation.query, name));
    if (unknown !== undefined) throw refuseUnknown(unknown, "parameter");
  }
  const structured = Object.keys(query).find(
    (name) => name.includes("[") && operation.query[name.slice(0, name.indexOf("["))]?.scalarOnly,
  );
  if (structured !== undefined) {
    const param = structured.slice(0, structured.indexOf("["));
    throw refuse("invalid_request", { param, message: `\`${param}\` takes a single value.` });
  }
  return readParams(operation.query, query);
}

function takes(params: Params, name: string): boolean {
  return Object.entries(params).some(
    ([known, { aliases }]) => name === known || aliases.some((alias) => name === `${known}${alias}`),
  );
}

function readParams(params: Params, raw: Readonly<Record<string, RawValue>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(params)) {
    const param = params[name];
    if (param?.oneSpelling) refuseTwoSpellings(raw, name, param.aliases);
    if (param) values[name] = param.read(pick(raw, name, param.aliases), name);
  }
  return values;
}

function refuseTwoSpellings(
  raw: Readonly<Record<string, RawValue>>,
  name: string,
  aliases: readonly string[],
): void {
  const plain = raw[name];
  const several = aliases.map((alias) => `\`${name}${alias}\``).join(" or ");
  if (Array.isArray(plain))
    throw refuse("invalid_request", {
      param: name,
      message: `\`${name}\` takes a single value; give several as ${several}.`,
    });
  if (plain !== undefined && aliases.some((alias) => raw[`${name}${alias}`] !== undefined))
    throw refuse("invalid_request", {
      param: name,
      message: `Give either \`${name}\` or ${several}, not both.`,
    });
}

/** The value under a name and its aliases together. */
function pick(raw: Readonly<Record<string, RawValue>>, name: string, aliases: readonly string[]): RawValue {
  const plain = raw[name];
  if (aliases.length === 0) return plain;
  const all = [plain, ...aliases.map((alias) => raw[`${name}${alias}`])].filter(
    (value) => value !== undefined,
  );
  return all.length === 0 ? undefined : all.flat();
}

const validators = new WeakMap<TObject, Validator>();

function validatorOf(schema: TObject): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const made = Compile(schema);
  validators.set(schema, made);
  return made;
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FORM_TYPE = /^multipart\/form-data\s*;/i;

async function readBody(
  { body }: Operation,
  { bytes, arriving = NOTHING, contentType = "" }: ArrivedBody,
): Promise<unknown> {
  if (body.mode === "ignored") return undefined;
  if (body.mode === "none") {
    if (bytes !== null && bytes.length > 0)
      throw refuse("invalid_request", { message: "This operation takes no request body of any kind." });
    return undefined;
  }
  const { schema } = body;
  if (body.mode === "stream") {
    if (!FORM_TYPE.test(contentType))
      throw refuse("invalid_request", {
        message: "Send the body as a form, with `Content-Type: multipart/form-data` and a boundary.",
      });
    return readArrivingForm(schema, arriving, contentType, LIMITS[body.limit].value);
  }
  if (body.mode === "json" && body.optional && (bytes === null || bytes.length === 0))
    return checkBody(schema, {});
  if (body.mode === "form" && FORM_TYPE.test(contentType)) {
    const fields = await readForm(schema, bytes ?? EMPTY, contentType);
    // In the schema a file is a text, so its name is checked.
    checkBody(
      schema,
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          value instanceof SentFile ? (value.name ?? "") : value,
        ]),
      ),
    );
    return fields;
  }
  if (!JSON_TYPE.test(contentType)) {
    const form =
      body.mode === "form" ? "as a form, with `Content-Type: multipart/form-data` and a boundary, or " : "";
    throw refuse("invalid_request", {
      message: `Send the body ${form}as JSON, with \`Content-Type: application/json\`.`,
    });
  }
  const value = readJsonObject(bytes ?? EMPTY);
  const file = Object.keys(value).find((name) => isFileSchema(schema.properties[name]));
  if (file !== undefined)
    throw refuse("invalid_request", { param: file, message: `\`${file}\` can only be sent in a form.` });
  return checkBody(schema, value);
}

const EMPTY = Buffer.alloc(0);

/** The arriving body of a request that has none. */
const NOTHING: ArrivingBody = {
  content: { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) },
  signal: new AbortController().signal,
};

/** The JSON of a body. What may be larger is a form. */
function readJsonObject(bytes: Buffer): Record<string, unknown> {
  const most = LIMITS.json_body_bytes.value;
  if (bytes.length > most)
    throw refuse("invalid_request", { message: `The request body is larger than ${most} bytes.` });
  const value = readJson(bytes);
  if (value === undefined)
    throw refuse("invalid_request", { message: "The request body is not valid JSON in UTF-8." });
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refuse("invalid_request", { message: "The request body must be a JSON object." });
  }
  return value as Record<string, unknown>;
}

/** The longest part of a caller's own name that an error repeats. */
const NAME_SHOWN = 100;

function refuseUnknown(name: string, kind: "parameter" | "field"): Error {
  if (name === "" || name === UNREADABLE)
    return refuse("invalid_request", {
      message: `The request has a ${kind} without a readable name.`,
    });
  const shown = name.length <= NAME_SHOWN ? name : `${name.slice(0, NAME_SHOWN)}...`;
  return new CallersNameRefusal(shown, `Unknown ${kind} \`${shown}\`.`);
}

function blankIsMissing(schema: (TSchema & { [BLANK_IS_MISSING]?: boolean }) | undefined): boolean {
  return schema?.[BLANK_IS_MISSING] ?? false;
}

/** True if a field counts as missing: it is absent, or blank where its schema says that this is the same. */
function isMissing(schema: TObject, value: Record<string, unknown>, name: string): boolean {
  if (!Object.hasOwn(value, name)) return true;
  const text = value[name];
  return typeof text === "string" && blankIsMissing(schema.properties[name]) && isBlank(text);
}

/** Unknown members come before missing ones, and those before values of a wrong kind. */
function checkBody(schema: TObject, value: Record<string, unknown>): unknown {
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(schema.properties, name));
  if (unknown !== undefined) throw refuseUnknown(unknown, "field");
  const required: readonly string[] = schema.required ?? [];
  const absent = required.find((name) => isMissing(schema, value, name));
  if (absent !== undefined)
    throw refuse("parameter_missing", { param: absent, message: `\`${absent}\` is required.` });
  const validator = validatorOf(schema);
  if (validator.Check(value)) return value;
  const { path, says } = firstFault(validator.Errors(value));
  const [param] = path;
  if (param === undefined) throw refuse("invalid_request", { message: `The request body ${says}.` });
  throw refuse("invalid_request", { param, message: `\`${placeText(path)}\` ${says}.` });
}
