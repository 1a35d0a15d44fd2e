/**
 * What the input stage can answer, derived from the inputs of a card: its parameters are tried with every
 * kind of text, and the fields of its body are read from their schema.
 */
import { isFileSchema, keyUse, type Operation } from "../../src/contract/operation.ts";
import { type Param, type RawValue, UNREADABLE } from "../../src/contract/params.ts";
import { Refusal } from "../../src/core/errors.ts";

/** Texts that some kind of parameter refuses. */
const TEXTS: readonly RawValue[] = [
  undefined,
  "",
  " ",
  "nonsense",
  "-1",
  "1.5",
  "2026-02-30",
  UNREADABLE,
  "9".repeat(2_000),
  [""],
  Array.from({ length: 2_000 }, () => "x"),
];

function errorsOfParam(param: Param<unknown>, name: string): string[] {
  return TEXTS.flatMap((text) => {
    try {
      param.read(text, name);
      return [];
    } catch (error) {
      if (error instanceof Refusal) return `${error.code} ${error.param ?? ""}`;
      throw error;
    }
  });
}

function errorsOfBody({ body }: Operation): string[] {
  if (!("schema" in body)) return [];
  const { properties } = body.schema;
  const required: readonly string[] = body.schema.required ?? [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isMissed = required.includes(name) || (body.mode === "stream" && isFileSchema(schema));
    return [`invalid_request ${name}`, ...(isMissed ? [`parameter_missing ${name}`] : [])];
  });
}

const OF_KEY = {
  required: ["invalid_request Idempotency-Key", "parameter_missing Idempotency-Key"],
  optional: ["invalid_request Idempotency-Key"],
  unused: [],
} as const;

/** Returns `code param` for each error with a `param` that the input stage can answer for an operation. */
export function inputErrorsOf(operation: Operation): string[] {
  const params = Object.entries({ ...operation.pathParams, ...operation.query });
  return [
    ...new Set([
      ...params.flatMap(([name, param]) => errorsOfParam(param, name)),
      ...errorsOfBody(operation),
      ...OF_KEY[keyUse(operation)],
    ]),
  ];
}
