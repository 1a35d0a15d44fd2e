/** Schemas in words: the type of a value, and the members of an object as rows of a table. */
import { isFileSchema } from "../../contract/operation.ts";
import { html, type Markup, prose, raw } from "../../core/html.ts";

type Schema = { readonly [key: string]: unknown };

/** A member of an object: its path, as `legal_address.city` or `data[].id`. */
interface Field {
  readonly path: string;
  readonly schema: Schema;
}

/** An object that is described once and referred to by name. */
export interface NamedObject {
  readonly name: string;
  readonly fields: readonly Field[];
}

function asSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Without the null that a value may also be. */
function inner(schema: Schema): { schema: Schema; nullable: boolean } {
  const choices = listOf(schema["anyOf"]).map(asSchema);
  const [first] = choices;
  const nullable = choices.length === 2 && choices[1]?.["type"] === "null";
  return nullable && first ? { schema: { ...schema, ...first }, nullable } : { schema, nullable: false };
}

/** The type of a value, in words. */
export function typeWords(given: unknown): string {
  const { schema, nullable } = inner(asSchema(given));
  return `${plainType(schema)}${nullable ? " or null" : ""}`;
}

function plainType(schema: Schema): string {
  if (typeof schema["title"] === "string") return schema["title"];
  if ("const" in schema) return `\`${JSON.stringify(schema["const"])}\``;
  const words = listOf(schema["enum"]);
  if (words.length > 0) return words.map((word) => `\`${String(word)}\``).join(", ");
  if (schema["type"] === "array") return `list of ${plural(typeWords(schema["items"]))}`;
  if (isFileSchema(schema)) return "file";
  const formats = [schema, ...listOf(schema["anyOf"]).map(asSchema)]
    .map((each) => each["format"])
    .filter((format) => typeof format === "string");
  if (formats.length > 0) return formats.join(" or ");
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  const bounded = minimum !== undefined && maximum !== undefined && maximum < 100_000;
  const type = typeof schema["type"] === "string" ? schema["type"] : "any value";
  return `${type}${bounded ? ` from ${minimum} to ${maximum}` : ""}`;
}

function plural(words: string): string {
  return words === "string" ? "strings" : words === "object" ? "objects" : words;
}

/** The members of a response, nested ones by path; objects with a title stand apart. */
export function fieldsOf(given: unknown): {
  readonly own: readonly Field[];
  readonly named: readonly NamedObject[];
} {
  const named = new Map<string, NamedObject>();
  const own = membersOf(asSchema(JSON.parse(JSON.stringify(given))), "", named);
  return { own, named: [...named.values()] };
}

function membersOf(schema: Schema, prefix: string, named: Map<string, NamedObject>): Field[] {
  return Object.entries(asSchema(schema["properties"])).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    const member = asSchema(value);
    const { schema: one } = inner(member);
    const item = one["type"] === "array" ? inner(asSchema(one["items"])).schema : one;
    if (!("properties" in item)) return [{ path, schema: member }];
    if (typeof item["title"] === "string") {
      if (!named.has(item["title"])) {
        // The object is added before its members, because it may contain another named object.
        named.set(item["title"], { name: item["title"], fields: [] });
        named.set(item["title"], { name: item["title"], fields: membersOf(item, "", named) });
      }
      return [{ path, schema: member }];
    }
    return [
      { path, schema: { ...member, properties: {} } },
      ...membersOf(item, one === item ? `${path}.` : `${path}[].`, named),
    ];
  });
}

/** Words in which names of objects link to their description on the page. */
function linked(words: Markup, named: readonly NamedObject[]): Markup {
  const name = named.find((known) => new RegExp(`\\b${known.name}\\b`).test(words.html))?.name;
  return name === undefined ? words : raw(words.html.replace(name, `<a href="#${name}">${name}</a>`));
}

/** A table of members; those of `required` are marked. */
export function fieldTable(
  fields: readonly Field[],
  caption: string,
  named: readonly NamedObject[],
  required: readonly string[] = [],
): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="stack">
<thead><tr><th scope="col">field</th><th scope="col">type</th><th scope="col">meaning</th></tr></thead>
<tbody>${fields.map(
    ({
      path,
      schema,
    }) => html`<tr><td><code>${path}</code>${required.includes(path) ? html` <strong class="flag">required</strong>` : null}</td><td class="quiet">${linked(prose(typeWords(schema)), named)}</td><td>${prose(descriptionOf(schema))}</td></tr>
`,
  )}</tbody></table></div>`;
}

function descriptionOf(schema: Schema): string {
  const { schema: one } = inner(schema);
  const description = schema["description"] ?? one["description"];
  return typeof description === "string" ? description : "";
}
