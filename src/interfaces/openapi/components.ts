/**
 * Schemas as the components of an OpenAPI document. A schema becomes a named component if it has a `title` or
 * an `object` marker; a list is named after its items. Invariant: each name belongs to one schema.
 */
import { assert } from "@daybook/words/assert";

/** A JSON Schema as plain data. */
export type Schema = { readonly [key: string]: unknown };

/** Collects named schemas and gives references to them. */
export class Components {
  readonly #schemas = new Map<string, Schema>();
  readonly #responses = new Map<string, Schema>();

  /** The schema with everything that has a name replaced by a reference. */
  reference(schema: unknown): Schema {
    const plain = asSchema(JSON.parse(JSON.stringify(schema)));
    return asSchema(this.#rewrite(plain));
  }

  /** Adds a schema under a name. */
  add(name: string, schema: Schema): Schema {
    put(this.#schemas, name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Adds a response under a name. */
  addResponse(name: string, response: Schema): Schema {
    put(this.#responses, name, response);
    return { $ref: `#/components/responses/${name}` };
  }

  /** All schemas by name, sorted. */
  schemas(): Record<string, Schema> {
    return sorted(this.#schemas);
  }

  /** All responses by name, sorted. */
  responses(): Record<string, Schema> {
    return sorted(this.#responses);
  }

  #rewrite(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#rewrite(item));
    if (typeof value !== "object" || value === null) return value;
    const schema = asSchema(value);
    const name = nameOf(schema);
    const inner = Object.fromEntries(
      Object.entries(schema)
        // A member may be called so too.
        .filter(([key, item]) => key !== "title" || typeof item !== "string")
        .map(([key, item]) => [key, this.#rewrite(item)]),
    );
    const tidy = withType(withNull(withPattern(inner)));
    return name === null ? tidy : this.add(name, tidy);
  }
}

function put(known: Map<string, Schema>, name: string, schema: Schema): void {
  const former = known.get(name);
  assert(
    former === undefined || JSON.stringify(former) === JSON.stringify(schema),
    `two components are named ${name}`,
  );
  known.set(name, schema);
}

function sorted(known: ReadonlyMap<string, Schema>): Record<string, Schema> {
  return Object.fromEntries([...known].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function asSchema(value: unknown): Schema {
  assert(typeof value === "object" && value !== null && !Array.isArray(value), "a schema is an object");
  return value as Schema;
}

function nameOf(schema: Schema): string | null {
  if (typeof schema["title"] === "string") return schema["title"];
  const marker = member(member(schema, "properties"), "object");
  const word = marker?.["const"];
  if (typeof word !== "string") return null;
  if (word !== "list") return pascalCase(word);
  const items = member(member(member(schema, "properties"), "data"), "items");
  const item = items && nameOf(items);
  return item ? `${item}List` : null;
}

function member(schema: Schema | null, key: string): Schema | null {
  const value = schema?.[key];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : null;
}

function pascalCase(word: string): string {
  return word.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `anyOf` of one plain schema and null is said shorter by a list of types, which most tools read better. */
function withNull(schema: Schema): Schema {
  const choices = schema["anyOf"];
  if (!Array.isArray(choices) || choices.length !== 2) return schema;
  const [first, second] = choices.map(asSchema);
  if (
    !first ||
    second?.["type"] !== "null" ||
    typeof first["type"] !== "string" ||
    "enum" in first ||
    "const" in first
  )
    return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...first, ...rest, type: [first["type"], "null"] };
}

function withPattern(schema: Schema): Schema {
  const { pattern } = schema;
  return typeof pattern === "string" ? { ...schema, pattern: portable(pattern) } : schema;
}

/** A closed list of words says that they are text. */
function withType(schema: Schema): Schema {
  const words = schema["enum"];
  const text = Array.isArray(words) && words.every((word) => typeof word === "string");
  return text && !("type" in schema) ? { type: "string", ...schema } : schema;
}

/** Names of people and things: no control characters, and no longer than the interface takes. */
const PORTABLE_NAME = "^[^\\x00-\\x1f\\x7f]{1,1000}$";

/**
 * A pattern as all engines compile it. What JavaScript alone can say, in looking ahead and in properties of
 * characters, is checked by the server; the document says the part that is common.
 */
export function portable(pattern: string): string {
  if (/\(\?[=!<]|\\p\{/i.test(pattern)) return PORTABLE_NAME;
  return pattern.replaceAll("\\d", "[0-9]");
}
