/**
 * The response check: a response must match its card; otherwise the service is at fault. An undeclared
 * member, status or error code is never sent silently.
 */
import { Compile, type Validator } from "typebox/compile";
import Format from "typebox/format";
import { COMMON_ERRORS, type Operation } from "../../contract/operation.ts";
import { WrittenPage } from "../../contract/written.ts";
import { assert } from "@daybook/words/assert";
import { BoundedMap } from "../../core/bounded-map.ts";
import { parseCivilDate } from "@daybook/words/civil-date";
import { isDoorError, type Refusal } from "../../core/errors.ts";
import { CallersNameRefusal } from "./callers-name.ts";

/** Cache of valid dates, because a page repeats them often. */
const days = new BoundedMap<string, true>(4096);

// Replaces the library's own check, which takes a tenth of the time of a page of transactions.
Format.Set("date", (text) => {
  if (days.has(text)) return true;
  if (parseCivilDate(text) === null) return false;
  days.set(text, true);
  return true;
});

const validators = new WeakMap<Operation, Validator>();

/**
 * Throws `AssertionFailed` unless `output` has the card's schema. A page that is already written as JSON is
 * parsed again for this: each one if `every`, otherwise samples.
 */
export function checkOutput(operation: Operation, output: unknown, every: boolean): void {
  if (!(output instanceof WrittenPage)) {
    checkValue(operation, output);
    return;
  }
  for (const name of Object.keys(output.headers))
    assert(
      Object.hasOwn(operation.success.headers ?? {}, name),
      `${operation.id} answered the header ${name}, which its card does not promise`,
    );
  if (every || isSample(operation)) checkValue(operation, JSON.parse(output.json.bytes.toString()));
}

/**
 * The layout of a written page has already checked members and types. So only the first page and then one of
 * this many is parsed: parsing all would take longer than making them.
 */
const SAMPLE = 256;
const written = new WeakMap<Operation, number>();

function isSample(operation: Operation): boolean {
  const before = written.get(operation) ?? 0;
  written.set(operation, before + 1);
  return before % SAMPLE === 0;
}

function checkValue(operation: Operation, output: unknown): void {
  let validator = validators.get(operation);
  if (!validator) {
    validator = Compile(operation.success.schema);
    validators.set(operation, validator);
  }
  if (validator.Check(output)) return;
  const [first] = validator.Errors(output);
  assert(
    false,
    `${operation.id} answered what its card does not promise: ${first?.instancePath ?? ""} ${first?.message ?? ""}`,
  );
}

/** Why the card does not allow this refusal; null when it does. */
export function undeclaredRefusal(operation: Operation, refusal: Refusal): string | null {
  const { param, code } = refusal;
  // Errors of the session come before the operation, and are the same for all.
  if (isDoorError(code) || refusal instanceof CallersNameRefusal) return null;
  const declared = [...COMMON_ERRORS, ...operation.errors].filter((entry) => entry.code === code);
  const params = Object.entries({ ...operation.query, ...operation.pathParams }).filter(([, { errors }]) =>
    errors.includes(code),
  );
  if (declared.length === 0 && params.length === 0) return `${operation.id} does not declare ${code}`;
  if (
    param === undefined ||
    declared.some((entry) => entry.params?.includes(param.replaceAll(/\[\d+\]/g, "[]"))) ||
    params.some(([name]) => name === param)
  )
    return null;
  return `${operation.id} does not declare param ${param} for ${code}`;
}
