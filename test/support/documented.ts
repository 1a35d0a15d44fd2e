/**
 * Checks that an answer is documented: the success that the operation's card describes, or an error body with
 * exactly the documented members and a code that the card declares. Every answer of the in-process
 * application is checked, in all tests.
 */
import { Compile, type Validator } from "typebox/compile";
import { expect } from "vitest";
import { COMMON_ERRORS, type Operation } from "../../src/contract/operation.ts";
import { ERRORS, type ErrorCode } from "../../src/core/errors.ts";
import { API_ROOT } from "../../src/contract/operation.ts";
import type { WireAnswer } from "./exchange.ts";

const validators = new WeakMap<Operation, Validator>();

function validatorOf(operation: Operation): Validator {
  let validator = validators.get(operation);
  if (!validator) {
    validator = Compile(operation.success.schema);
    validators.set(operation, validator);
  }
  return validator;
}

/** Returns the operation with a method and a path below the API root, or null. HEAD is answered as GET. */
function operationAt(operations: readonly Operation[], method: string, target: string): Operation | null {
  const path = target.split("?")[0] ?? "";
  const wanted = method === "HEAD" ? "GET" : method;
  const found = operations.find((operation) => {
    const pattern = operation.path.replaceAll(/[.]/g, "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
    return operation.method === wanted && new RegExp(`^${pattern}$`).test(path);
  });
  return found ?? null;
}

/** Returns the error codes that an operation may answer with; for null, those of an unknown path. */
function declaredCodes(operation: Operation | null): Set<string> {
  const common = COMMON_ERRORS.map(({ code }) => code);
  if (operation === null) return new Set([...common, "resource_missing"]);
  const ofParams = Object.values({ ...operation.query, ...operation.pathParams }).flatMap(
    ({ errors }) => errors,
  );
  return new Set([...common, ...operation.errors.map(({ code }) => code), ...ofParams]);
}

/** Fails unless the answer to a request is documented. `target` is relative to the API root. */
export function expectDocumented(
  operations: readonly Operation[],
  method: string,
  target: string,
  answer: WireAnswer,
): void {
  const operation = operationAt(operations, method, target);
  const what = `${method} ${API_ROOT}${target}: ${answer.status} ${answer.text.slice(0, 300)}`;
  if (answer.status < 400) {
    if (operation === null) throw new Error(`no operation, yet a success: ${what}`);
    const { status, repeated } = operation.success;
    expect([status, repeated?.status, operation.tagged ? 304 : null], what).toContain(answer.status);
    if (answer.status === 304 || operation.success.status === 204 || method === "HEAD") {
      expect(answer.text, what).toBe("");
      return;
    }
    expect(answer.headers.get("content-type"), what).toMatch(/^application\/json\b/);
    const validator = validatorOf(operation);
    if (!validator.Check(answer.body)) {
      const [first] = validator.Errors(answer.body);
      throw new Error(`${first?.instancePath ?? ""} ${first?.message ?? ""}: ${what}`);
    }
    return;
  }
  expect(answer.headers.get("content-type"), what).toMatch(/^application\/json\b/);
  if (method === "HEAD") return;
  expectErrorBody(answer, what);
  const { code } = (answer.body as { error: { code: string } }).error;
  expect(declaredCodes(operation), what).toContain(code);
}

/** Fails unless the body is the documented error body, with the status and type of its code. */
export function expectErrorBody(answer: Pick<WireAnswer, "status" | "body">, what = ""): void {
  const { error, ...beside } = answer.body as { error: Record<string, unknown> };
  expect(beside, what).toEqual({});
  const { type, code, message, doc_url, param, current_revision, ...more } = error;
  expect(more, what).toEqual({});
  // Only revision conflicts have a current revision.
  expect(Number.isInteger(current_revision) ? "integer" : current_revision, what).toBe(
    code === "revision_conflict" ? "integer" : undefined,
  );
  const entry = ERRORS[code as ErrorCode];
  expect(entry, `${what}: no such code`).toBeDefined();
  expect(type, what).toBe(entry.type);
  expect(answer.status, what).toBe(entry.status);
  expect(String(message).length, what).toBeGreaterThan(10);
  expect(doc_url, what).toMatch(new RegExp(`/api-reference/errors#${String(code)}$`));
  // The name of an input. An unknown name is the caller's own text, shortened if it is long.
  if (param !== undefined) expect(param, what).toMatch(/^.{1,103}$/s);
}
