/**
 * The errors that an operation may return: those of the stages before every operation, those that its card
 * declares, and what its parameters may cost. Documents show this list; the response check enforces it.
 */
import { COMMON_ERRORS, type DeclaredError, type Operation } from "../../contract/operation.ts";
import { type ErrorCode, ERRORS } from "../../core/errors.ts";

/** One error code as an operation may answer it. */
export interface PossibleError {
  readonly code: ErrorCode;
  readonly status: number;
  /** The `param`s it may carry, sorted; empty when it carries none. */
  readonly params: readonly string[];
  /** Sentences that say when, the operation's own before the common one. */
  readonly when: readonly string[];
}

/** Every error that an operation may answer, by status and then by code. */
export function declaredErrors(operation: Operation): PossibleError[] {
  const codes = [...new Set([...COMMON_ERRORS.map(({ code }) => code), ...ownErrors(operation)])];
  return codes
    .map((code) => ({
      code,
      status: ERRORS[code].status,
      params: paramsOf(operation, code),
      when: sentences(operation, code),
    }))
    .toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
}

/** The codes that the card itself declares, beside what any operation may answer. */
export function ownErrors(operation: Operation): ErrorCode[] {
  return [...new Set([...operation.errors.map(({ code }) => code), ...codesOfParams(operation)])];
}

function codesOfParams(operation: Operation): ErrorCode[] {
  return Object.values({ ...operation.pathParams, ...operation.query }).flatMap(({ errors }) => errors);
}

function paramsOf(operation: Operation, code: ErrorCode): string[] {
  const declared = operation.errors
    .filter((entry) => entry.code === code)
    .flatMap(({ params = [] }) => params);
  // Errors about missing records have no `param` unless the card says so: an id or a cursor in the request is
  // not a field.
  const read = code === "resource_missing" ? [] : readParams(operation, code);
  return [...new Set([...declared, ...read])].toSorted(compareNames);
}

function readParams(operation: Operation, code: ErrorCode): string[] {
  return Object.entries({ ...operation.pathParams, ...operation.query })
    .filter(([, { errors }]) => errors.includes(code))
    .map(([name]) => name);
}

function sentences(operation: Operation, code: ErrorCode): string[] {
  const read = code === "resource_missing" ? [] : readParams(operation, code);
  const own = operation.errors.filter((entry) => entry.code === code);
  const ofValues: readonly DeclaredError[] =
    read.length === 0 || code === "parameter_missing"
      ? []
      : [{ code, when: `The value of ${read.map((name) => `\`${name}\``).join(", ")} is invalid.` }];
  const common = COMMON_ERRORS.filter((entry) => entry.code === code);
  return [...own, ...ofValues, ...common].map(({ when }) => when);
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
