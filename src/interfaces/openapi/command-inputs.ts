/**
 * The inputs of the operations that have a command, as data: a command line reads its words and prints its
 * help before it knows where it runs, and must not load the cards for that.
 */
import type { TSchema } from "typebox";
import type { Operation } from "../../contract/operation.ts";
import type { Params } from "../../contract/params.ts";
import { indented } from "./client-types.ts";

/** Where the generated file lies. */
export const COMMAND_FILES = "src/interfaces/command/generated/";

interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Shape[];
  readonly description?: string;
}

/** What a value is: the first kind that it can be, where it can be none as well. */
function kindOf(name: string, schema: Shape): string {
  const { anyOf } = schema;
  const shape = anyOf?.find(({ type }) => type !== "null") ?? schema;
  if (shape.type === "boolean") return `is: "switch"`;
  if (shape.format === "date") return `is: "day"`;
  if (shape.type === "array" || shape.type === "object") return `is: "list"`;
  if (name.endsWith("_cents")) return `is: "cents"`;
  if (shape.enum !== undefined) return `is: "word", words: ${JSON.stringify(shape.enum)}`;
  if (shape.type !== "integer") return `is: "text"`;
  return `is: "count", low: ${shape.minimum ?? 0}, high: ${shape.maximum ?? Number.MAX_SAFE_INTEGER}`;
}

function inputLine(
  name: string,
  place: "path" | "query" | "body",
  schema: object,
  { required, description }: { readonly required: boolean; readonly description: string },
): string {
  const facts = `place: ${JSON.stringify(place)}, ${kindOf(name, schema)}, required: ${String(required)}`;
  return `${name}: { ${facts}, help: ${JSON.stringify(description)} },`;
}

function linesOf({ pathParams, query, body }: Operation): string[] {
  const params = (place: "path" | "query", all: Params): string[] =>
    Object.entries(all).map(([name, param]) =>
      inputLine(name, place, param.schema, {
        required: param.required || place === "path",
        description: param.description,
      }),
    );
  if (!("schema" in body)) return [...params("path", pathParams), ...params("query", query)];
  const required: readonly string[] = body.schema.required ?? [];
  const members = Object.entries(body.schema.properties as Readonly<Record<string, TSchema & Shape>>).map(
    ([name, schema]) =>
      inputLine(name, "body", schema, {
        required: required.includes(name),
        description: schema.description ?? "",
      }),
  );
  return [...params("path", pathParams), ...params("query", query), ...members];
}

/** The generated file of the given operations: the inputs of each by their names, in the order of the card. */
export function commandFiles(operations: readonly Operation[]): readonly (readonly [string, string])[] {
  const inputs = operations
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((each) => [`${each.id}: {`, ...linesOf(each), "},"].join("\n"));
  const text = [
    "/**",
    " * The inputs of the operations that have a command. Generated from the operation cards by",
    " * `npm run emit`: do not edit.",
    " */",
    "",
    "export const INPUTS = {",
    ...inputs,
    "} as const;",
    "",
  ].join("\n");
  return [[`${COMMAND_FILES}inputs.ts`, indented(text)]];
}
