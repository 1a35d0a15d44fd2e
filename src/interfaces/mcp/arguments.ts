/**
 * The arguments of a tool as the input of an operation. They become the same raw values that HTTP carries,
 * so that the card reads and refuses them as it does those of a request. Unknown arguments are refused,
 * whatever the card says of unknown parameters: an assistant would take a filter that is ignored for one that
 * was applied.
 */
import type { Operation } from "../../contract/operation.ts";
import type { RawValue } from "../../contract/params.ts";
import { refuse } from "../../core/errors.ts";

export interface OperationInput {
  readonly pathParams: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, RawValue>>;
  /** Undefined for none. */
  readonly body?: unknown;
  readonly idempotencyKey: string | null;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** The largest part of a caller's own name that an error repeats. */
const NAME_SHOWN = 100;

/** Returns the text of an argument's value. Refuses `invalid_request` for values that no parameter has. */
function textOf(name: string, value: unknown): string {
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  throw refuse("invalid_request", {
    param: name.slice(0, NAME_SHOWN),
    message: `\`${name.slice(0, NAME_SHOWN)}\` must be a text, a number, true, false or a list of them.`,
  });
}

function refuseUnknown(name: string): Error {
  const shown = name.slice(0, NAME_SHOWN);
  return refuse("invalid_request", {
    ...(shown === "" ? {} : { param: shown }),
    message: `Unknown argument \`${shown}\`.`,
  });
}

/** Sorts arguments into path and query by the card. */
export function inputOf(
  { pathParams, query }: Pick<Operation, "pathParams" | "query">,
  given: Arguments,
  more: Pick<OperationInput, "body" | "idempotencyKey"> = { idempotencyKey: null },
): OperationInput {
  const path: Record<string, string> = {};
  const asked: Record<string, RawValue> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const param = Object.hasOwn(query, name) ? query[name] : undefined;
    const isAlias = Object.entries(query).some(([known, { aliases }]) =>
      aliases.some((alias) => name === `${known}${alias}`),
    );
    if (Object.hasOwn(pathParams, name)) path[name] = textOf(name, value);
    else if (param === undefined && !isAlias) throw refuseUnknown(name);
    else if (Array.isArray(value))
      asked[`${name}${param?.aliases[0] ?? ""}`] = value.map((each) => textOf(name, each));
    else asked[name] = textOf(name, value);
  }
  const absent = Object.keys(pathParams).find((name) => path[name] === undefined);
  if (absent !== undefined)
    throw refuse("parameter_missing", { param: absent, message: `\`${absent}\` is required.` });
  return { pathParams: path, query: asked, ...more };
}

/** Returns an argument that must be a text or absent. */
export function optionalText(given: Arguments, name: string): string | null {
  const value = given[name];
  return value === undefined ? null : textOf(name, value);
}

/** Returns an argument that must be a text. */
export function neededText(given: Arguments, name: string): string {
  const text = optionalText(given, name);
  if (text === null || text.trim() === "")
    throw refuse("parameter_missing", { param: name, message: `\`${name}\` is required.` });
  return text;
}

/** Returns an argument that must be an object; an absent one is empty. */
export function objectOf(given: Arguments, name: string): Arguments {
  const value = given[name] ?? {};
  if (typeof value !== "object" || Array.isArray(value))
    throw refuse("invalid_request", { param: name, message: `\`${name}\` must be an object.` });
  return value as Arguments;
}

/** Refuses arguments that are not in a list. */
export function onlyKnown(given: Arguments, names: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) throw refuseUnknown(unknown);
}
