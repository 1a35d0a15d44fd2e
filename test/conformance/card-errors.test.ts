/**
 * What cards declare of their errors, compared with their fields and with what the input stage answers, for
 * every operation of the API and of the console.
 */
import { expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { testApp } from "../support/app.ts";
import { inputErrorsOf } from "./input-errors.ts";

const { app } = await testApp();
const operations: readonly Operation[] = [...app.operations, ...app.consoleOperations].map(
  ({ operation }) => operation,
);

/** Names of the specification that are no field: it calls the `{id}` of an invitation so (INV-069). */
const SPECIFIED: readonly string[] = [
  "changeInvitation invitation_id",
  "resendInvitation invitation_id",
  "resendMember invitation_id",
  "revokeInvitation invitation_id",
];

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** True if a `param` such as `date` or `lines[].memo` is a part of the path, the query or the body. */
function isField({ pathParams, query, body }: Operation, param: string): boolean {
  if (Object.hasOwn({ ...pathParams, ...query }, param)) return true;
  let schema: Schema | undefined = "schema" in body ? body.schema : undefined;
  for (const step of param.split(/\.|(?=\[\])/))
    schema = step === "[]" ? schema?.items : schema?.properties?.[step];
  return schema !== undefined;
}

/** Returns `code param` for each error with a `param` that a card declares. */
function declaredBy({ errors, pathParams, query }: Operation): string[] {
  return [
    ...errors.flatMap(({ code, params = [] }) => params.map((param) => `${code} ${param}`)),
    ...Object.entries({ ...pathParams, ...query }).flatMap(([name, param]) =>
      param.errors.map((code) => `${code} ${name}`),
    ),
  ];
}

test("every param that a card declares is a field of its operation, or a name of the specification", () => {
  const foreign = operations.flatMap((operation) =>
    operation.errors
      .flatMap(({ params = [] }) => params)
      .filter((param) => param !== "Idempotency-Key" && !isField(operation, param))
      .map((param) => `${operation.id} ${param}`),
  );
  expect([...new Set(foreign)].toSorted()).toEqual(SPECIFIED);
});

test("a card declares what the input stage can answer", () => {
  const undeclared = operations.flatMap((operation) => {
    const declared = declaredBy(operation);
    return inputErrorsOf(operation)
      .filter((error) => !declared.includes(error))
      .map((error) => `${operation.id} ${error}`);
  });
  expect(undeclared).toEqual([]);
});

test("a parameter declares no error that reading it can't give, but those of looking it up", () => {
  const idle = operations.flatMap((operation) =>
    Object.entries({ ...operation.pathParams, ...operation.query }).flatMap(([name, { errors }]) =>
      errors
        .filter(
          (code) => code !== "resource_missing" && !inputErrorsOf(operation).includes(`${code} ${name}`),
        )
        .map((code) => `${operation.id} ${code} ${name}`),
    ),
  );
  expect(idle).toEqual([]);
});
