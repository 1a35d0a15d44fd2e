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
import { assert } from "../core/assert.ts";
import type { JsonKind, JsonLayout, JsonMember, LentJson } from "../core/json-rows.ts";

/** The layouts of a record by the form of its amounts. */
export interface Layouts<Item> {
  /** As the API answers it. */
  readonly plain: JsonLayout<Item>;
  /** With `*_text` after every `*_cents` that is not null, as assistants get it. */
  readonly withTexts: JsonLayout<Item>;
}

/** The form of amounts that a caller is answered in. */
export type AmountForm = keyof Layouts<unknown>;

/**
 * Returns the layouts of a record whose members are texts, integers, booleans or constants. Asserts that the
 * schema has no others.
 */
export function layoutsOf<S extends TObject>(schema: S): Layouts<Static<S>> {
  const members = Object.entries(schema.properties).map(([name, member]) => memberOf(name, member));
  return { plain: { members }, withTexts: { members: members.map(withText) } };
}

const CENTS_END = "_cents";

function withText(member: JsonMember): JsonMember {
  const { name } = member;
  if ("always" in member || member.kind !== "integer" || !name.endsWith(CENTS_END)) return member;
  return { ...member, dollars: `${name.slice(0, -CENTS_END.length)}_text` };
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
