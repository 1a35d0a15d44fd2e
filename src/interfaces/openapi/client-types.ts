/**
 * TypeScript types of the schemas of the OpenAPI document, for the client. Invariant: a schema with a word
 * that this file does not know stops the generation, so that no type is looser than what the service says.
 */
import { assert } from "@daybook/words/assert";
import type { Schema } from "./components.ts";

/** Columns of generated comments. */
const WIDTH = 100;
/** Where references to schemas begin. */
export const SCHEMAS = "#/components/schemas/";
/** Text whose known values are listed, and that may grow: editors offer the known ones. */
const OPEN_TEXT = "(string & {})";

const PLAIN: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** Returns a schema as a TypeScript type, and tells `refer` the names of other schemas that it uses. */
export function typeOf(schema: Schema, refer: (name: string) => void = () => {}): string {
  const { $ref, anyOf, type, const: constant, enum: words, format } = schema;
  const known = schema["x-known-values"];
  if (typeof $ref === "string") {
    const name = $ref.slice(SCHEMAS.length);
    refer(name);
    return name;
  }
  if (Array.isArray(anyOf)) return union((anyOf as readonly Schema[]).map((each) => typeOf(each, refer)));
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(words)) return union(words.map((word) => JSON.stringify(word)));
  if (Array.isArray(known)) return union([...known.map((word) => JSON.stringify(word)), OPEN_TEXT]);
  if (Array.isArray(type))
    return union(type.map((each: unknown) => typeOf({ ...schema, type: each }, refer)));
  if (format === "binary") return "Blob";
  if (type === "array") return `readonly ${inBrackets(typeOf(schema["items"] as Schema, refer))}[]`;
  if (type === "object") return `{\n${members(schema, refer)}}`;
  const plain = PLAIN[String(type)];
  assert(plain !== undefined, `the client has no type for ${JSON.stringify(schema)}`);
  return plain;
}

const inBrackets = (type: string): string => (/[ |]/.test(type) ? `(${type})` : type);

/** Text with known words stays open where a union holds text of any form. */
function union(types: readonly string[]): string {
  const kept = types.includes("string") ? types.filter((type) => !type.startsWith('"')) : types;
  return [...new Set(kept)].join(" | ");
}

/** The members of an object's schema, one property each with its comment. */
export function members(schema: Schema, refer: (name: string) => void = () => {}): string {
  const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Schema>>);
  const required = (schema["required"] ?? []) as readonly string[];
  const { additionalProperties: more } = schema;
  const named = properties.map(([name, member]) =>
    property(name, typeOf(member, refer), required.includes(name), member["description"]),
  );
  const rest =
    typeof more === "object" && more !== null
      ? [`readonly [name: string]: ${typeOf(more as Schema, refer)};\n`]
      : [];
  return [...named, ...rest].join("");
}

/** One readonly property. An optional one may also be `undefined`, which is never sent. */
export function property(name: string, type: string, isRequired: boolean, description: unknown): string {
  const key = /^\w+$/.test(name) && !/^\d/.test(name) ? name : JSON.stringify(name);
  const value = isRequired ? `: ${type}` : `?: ${type} | undefined`;
  return `${comment(typeof description === "string" ? [description] : [])}readonly ${key}${value};\n`;
}

/** A documentation comment of paragraphs, wrapped; empty without any. */
export function comment(paragraphs: readonly string[]): string {
  const lines = paragraphs
    .filter((text) => text !== "")
    .flatMap((text, index) => [
      ...(index === 0 ? [] : [""]),
      ...text.replaceAll("*/", "* /").split("\n").flatMap(wrapped),
    ]);
  const [only = ""] = lines;
  if (lines.length === 0) return "";
  if (lines.length === 1 && only.length <= WIDTH - 10) return `/** ${only} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > WIDTH - 10) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Indents text by the braces that it opens. */
export function indented(text: string): string {
  let depth = 0;
  return text
    .split("\n")
    .map((line) => {
      const isComment = /^\s*(\/\*\*|\*)/.test(line);
      if (!isComment && /^[}\])]/.test(line)) depth -= 1;
      const made = line === "" ? "" : `${"  ".repeat(depth)}${line}`;
      if (!isComment && /[{[(]$/.test(line)) depth += 1;
      return made;
    })
    .join("\n");
}
