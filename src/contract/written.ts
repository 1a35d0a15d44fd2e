/**
 * Answers that their handler returns as JSON text: pages of long lists, whose records the database returns as
 * the API shows them.
 */
import {
  IsBoolean,
  IsEnum,
  IsInteger,
  IsLiteral,
  IsNull,
  IsString,
  IsUnion,
  type Static,
  type TObject,
  type TSchema,
} from "typebox";
import { assert } from "@daybook/words/assert";
import type { JsonKind, JsonLayout, JsonMember, LentJson } from "../core/json-rows.ts";

/**
 * Returns the layout of a record whose members are texts, integers, booleans or constants. Asserts that the
 * schema has no others.
 */
export function layoutOf<S extends TObject>(schema: S): JsonLayout<Static<S>> {
  return { members: Object.entries(schema.properties).map(([name, member]) => memberOf(name, member)) };
}

function memberOf(name: string, schema: TSchema): JsonMember {
  if (IsLiteral(schema)) return { name, always: JSON.stringify(schema.const) };
  if (!IsUnion(schema)) return { name, kind: kindOf(name, schema), nullable: false };
  const [value, none, ...others] = schema.anyOf;
  assert(
    value !== undefined && none !== undefined && IsNull(none) && others.length === 0,
    `${name} has a schema that rows can't be written in`,
  );
  return { name, kind: kindOf(name, value), nullable: true };
}

function kindOf(name: string, schema: TSchema): JsonKind {
  if (IsString(schema) || (IsEnum(schema) && schema.enum.every((each) => typeof each === "string")))
    return "text";
  if (IsInteger(schema)) return "integer";
  assert(IsBoolean(schema), `${name} has a schema that rows can't be written in`);
  return "boolean";
}

/** A page as JSON text, of records of the type `Item`, and headers that its card declares. */
export class WrittenPage<Item> {
  readonly json: LentJson;
  readonly headers: Readonly<Record<string, string>>;
  declare readonly item: Item;
  constructor(json: LentJson, headers: Readonly<Record<string, string>> = {}) {
    this.json = json;
    this.headers = headers;
  }
}
