/**
 * The vocabulary of the company bundle, one JSON file that holds a company's records: the definition of a
 * module's sections, and the errors for records. This folder does not depend on modules or the database; `Tx`
 * is the type of the transaction in which an import runs.
 *
 * In every record except vouchers, an omitted field takes its default in a new record and keeps its value in
 * an existing one.
 */
import Type, { type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { present } from "@daybook/words/assert";
import { type CivilDate, parseCivilDate, type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { EMAIL_PATTERN, EMAIL_SENTENCE, isEmail } from "../core/email.ts";
import { LIMITS } from "@daybook/words/limits";
import { type IdKind, parseId, type PublicId } from "@daybook/words/public-id";
import { isSameValue } from "../core/record.ts";
import { DATE_SENTENCE, firstFault, patternSchema, placeText } from "./faults.ts";
import { timestampSchema } from "./schemas.ts";

export const BUNDLE_FORMAT = "daybook.company-bundle";
export const BUNDLE_VERSION = 1;

/**
 * A file that is refused: `path` as `journal[12].lines[1].category_id`, empty for the file as a whole;
 * `reason` says what is wrong there.
 */
export class BundleProblem extends Error {
  override readonly name = "BundleProblem";
  readonly path: string;
  readonly reason: string;
  constructor(path: string, reason: string) {
    super(path === "" ? `The file ${reason}` : `${path}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/** The context of all sections of one import or export. */
export interface BundleScope<Tx> {
  readonly tx: Tx;
  readonly companyId: PublicId<"company">;
  /** The time of the import. */
  readonly now: UnixSeconds;
}

/**
 * Some consecutive records of a section, the first of which has the index `from`; not yet checked in any way.
 */
export interface RecordBatch {
  readonly from: number;
  readonly values: readonly unknown[];
}

/** The counts of a section's imported records. */
export interface SectionCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** One member of the bundle. The intake module lists the sections in the order of the file. */
export interface BundleSection<Tx> {
  readonly name: string;
  /** One object, or an array of records. */
  readonly form: "object" | "array";
  readonly description: string;
  /** Of the object, or of one element of the array. */
  readonly schema: TSchema;
  /**
   * Checks and writes the records. What they refer to was written before, by earlier sections or earlier
   * imports.
   * @throws BundleProblem that names the first wrong record.
   */
  write(scope: BundleScope<Tx>, batches: AsyncIterable<RecordBatch>): Promise<SectionCounts>;
  /**
   * The company's records, in batches, such that writing them to an empty database makes the same company.
   */
  read(scope: Omit<BundleScope<Tx>, "now">): AsyncIterable<readonly unknown[]>;
}

/** Counts records by what the import did with them. */
export class Tally {
  #created = 0;
  #updated = 0;
  #unchanged = 0;
  note(what: keyof SectionCounts): void {
    if (what === "created") this.#created += 1;
    else if (what === "updated") this.#updated += 1;
    else this.#unchanged += 1;
  }
  /** Counts a record by what it was, null or undefined where it is new, and whether it is the `same` now. */
  compare(former: object | null | undefined, same: boolean): void {
    this.note(former === null || former === undefined ? "created" : same ? "unchanged" : "updated");
  }
  get counts(): SectionCounts {
    return { created: this.#created, updated: this.#updated, unchanged: this.#unchanged };
  }
}

/** The value of a field: that of the file, else that of the stored record, else its default. */
export function fieldOf<T>(stated: T | undefined, former: T | undefined, otherwise: T): T {
  return stated !== undefined ? stated : former !== undefined ? former : otherwise;
}

/** The value of a field that a new record must state. */
export function neededField<T>(stated: T | undefined, former: T | undefined, path: string): T {
  const value = stated ?? former;
  if (value === undefined) throw new BundleProblem(path, "is required for a new record");
  return value;
}

/** True if two flat records have equal values. */
export function sameFields<T extends object>(a: T, b: T): boolean {
  const names = Object.keys(a) as (keyof T)[];
  return names.every((name) => isSameValue(a[name], b[name]));
}

/** The path of a record of an array section. */
export function recordPath(section: string, index: number): string {
  return `${section}[${index}]`;
}

/** A record whose shape was checked, with its path. */
export interface ReadRecord<R> {
  readonly path: string;
  readonly record: R;
}

/**
 * Makes the reader of a section's records: it checks each against the schema, in order.
 * @throws BundleProblem at the first wrong field of the first wrong record.
 */
export function recordReader<const S extends TSchema>(
  section: { readonly name: string; readonly form: "object" | "array" },
  schema: S,
) {
  const validator = Compile(schema);
  return async function* read(
    batches: AsyncIterable<RecordBatch>,
  ): AsyncGenerator<ReadRecord<Static<S>>, void, undefined> {
    for await (const { from, values } of batches) {
      for (const [offset, value] of values.entries()) {
        const path = section.form === "array" ? recordPath(section.name, from + offset) : section.name;
        if (!validator.Check(value)) {
          const fault = firstFault(validator.Errors(value));
          throw new BundleProblem(placeText(fault.path, path), fault.says);
        }
        yield { path, record: value };
      }
    }
  };
}

/** Characters that the database can't store: NUL, and halves of surrogate pairs. */
const UNSTORABLE = "\\u0000\\ud800-\\udfff";

/** Text of at least `fewest` characters. */
export function textSchema(description: string, fewest: 0 | 1 = 1) {
  const most = LIMITS.text_field_characters.value;
  return patternSchema(
    `^[^${UNSTORABLE}]{${fewest},${most}}$`,
    `must be text of ${fewest} to ${most} characters, without NUL and unpaired surrogates`,
    description,
  );
}

/** An e-mail address, as far as a pattern can check it. */
export function emailSchema(description: string) {
  return patternSchema(EMAIL_PATTERN, EMAIL_SENTENCE, description);
}

/**
 * Reads an address whose form the schema has checked already; throws `BundleProblem` for look-alike letters.
 */
export function readEmail(text: string | undefined, path: string): string | undefined {
  if (text !== undefined && !isEmail(text)) throw new BundleProblem(path, EMAIL_SENTENCE);
  return text;
}

/** When a record was created; the time of the import where a new one does not say. */
export const createdField = Type.Optional(
  timestampSchema("When it was created. Default: the time of the import."),
);

/**
 * Adds a record's id to `stated`; throws `BundleProblem` if it occurred before. `field` names another
 * identifying field.
 */
export function onlyOnce(stated: Set<string>, id: string, path: string, field = "id"): void {
  if (stated.has(id)) throw new BundleProblem(`${path}.${field}`, `${id} appears twice in this section`);
  stated.add(id);
}

/** Brands an id whose form the schema checked already. */
export function readId<K extends IdKind>(kind: K, text: string): PublicId<K> {
  return present(parseId(kind, text), `a schema let ${text} pass as an id`);
}

/** Brands a timestamp that may be absent or null. */
export function readSeconds<T extends null | undefined>(value: number | T): UnixSeconds | T {
  return typeof value === "number" ? unixSeconds(value) : value;
}

/** Reads a date whose form the schema checked already; throws `BundleProblem` for an impossible day. */
export function readDay(text: string, path: string): CivilDate {
  const date = parseCivilDate(text);
  if (date === null) throw new BundleProblem(path, DATE_SENTENCE);
  return date;
}

/**
 * The JSON Schema of the whole file. It can't state the order of the sections, nor what one record asks of
 * another.
 */
export function bundleSchema(sections: readonly Omit<BundleSection<never>, "write" | "read">[]): object {
  const [first] = sections;
  const members = sections.map(({ name, form, schema, description }): [string, object] => [
    name,
    form === "array" ? { type: "array", description, items: schema } : { ...schema, description },
  ]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Company bundle",
    description: `A company's records in one JSON object. Its members have this order: format, version, ${sections.map(({ name }) => name).join(", ")}.`,
    type: "object",
    properties: {
      format: { const: BUNDLE_FORMAT, description: "What the file is." },
      version: { const: BUNDLE_VERSION, description: "The version of the format." },
      ...Object.fromEntries(members),
    },
    required: ["format", "version", ...(first ? [first.name] : [])],
    additionalProperties: false,
  };
}
