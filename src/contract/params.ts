/**
 * Parameters of paths and queries: each kind has its JSON Schema, for the documents, and reads the text of a
 * request exactly (a library's coercion would read `1e2` as 100). A kind decides what a blank or repeated
 * value means, and which error an invalid value gives.
 */
import type { TSchema } from "typebox";
import {
  type CivilDate,
  type CivilMonth,
  FIRST_YEAR,
  LAST_SECOND,
  LAST_YEAR,
} from "@daybook/words/civil-date";
import { type ErrorCode, refuse } from "../core/errors.ts";
import { MOST_CENTS } from "@daybook/words/feed-words";
import {
  DATE_INPUT,
  id,
  type Kind,
  MONTH,
  pattern,
  readAs,
  SECONDS,
  wholeNumber,
  word,
  YEAR,
} from "../core/kinds.ts";
import { LIMITS } from "@daybook/words/limits";
import { isBlank } from "@daybook/words/names";
import { type IdKind, idPattern, PREFIXES } from "@daybook/words/public-id";
import { isStorable } from "../core/storable.ts";

/** The values of one parameter in a request: none, one text, or several. */
export type RawValue = string | readonly string[] | undefined;

/** Replaces bytes that are not UTF-8. It is NUL, which no parameter accepts. */
export const UNREADABLE = "\0";

export interface Param<T> {
  /** JSON Schema of the value. */
  readonly schema: object;
  readonly description: string;
  readonly required: boolean;
  /** Names that the request may use instead, such as `category_ids[]`. */
  readonly aliases: readonly string[];
  /** True if `name[...]` is refused rather than ignored. */
  readonly scalarOnly?: boolean;
  /** True if several values are accepted only under the alias, and never under both names. */
  readonly oneSpelling?: boolean;
  /** True if new callers should not use it; the description says what to use instead. */
  readonly deprecated?: boolean;
  /** The codes of the errors that this parameter can give. */
  readonly errors: readonly ErrorCode[];
  /** Returns the value, or throws a `Refusal` that names the parameter. */
  read(raw: RawValue, name: string): T;
}

export type Params = Readonly<Record<string, Param<unknown>>>;
/** The values of a set of parameters. */
export type ValuesOf<P extends Params> = {
  readonly [Name in keyof P]: P[Name] extends Param<infer T> ? T : never;
};

/** Returns the value of a parameter that has one value: the last one if it is repeated. */
export function scalar(raw: RawValue): string | undefined {
  return typeof raw === "string" || raw === undefined ? raw : raw.at(-1);
}

interface ParamText {
  readonly description: string;
  readonly deprecated?: boolean;
}

/** What a card says of a parameter, besides its text. */
interface ParamFacts {
  readonly schema: object;
  /** The code of the error for a text that is not of the kind. Default: `invalid_request`. */
  readonly code?: ErrorCode;
  /** True if a blank value counts as absent. */
  readonly blankIsAbsent?: true;
  readonly scalarOnly?: true;
}

/** A parameter whose text is of a kind; null if it is absent. */
function kindParam<T>(kind: Kind<T>, options: ParamText, facts: ParamFacts): Param<T | null> {
  const { schema, code = "invalid_request", blankIsAbsent = false, scalarOnly = false } = facts;
  return {
    schema,
    description: options.description,
    deprecated: options.deprecated ?? false,
    required: false,
    aliases: [],
    scalarOnly,
    errors: [code],
    read(raw, name) {
      const text = scalar(raw);
      if (text === undefined || (blankIsAbsent && text === "")) return null;
      return readAs(kind, text, name, code);
    },
  };
}

/** A whole number of cents, from 0. */
export function centsParam(options: ParamText): Param<number | null> {
  return kindParam(wholeNumber(0, MOST_CENTS), options, {
    schema: { type: "integer", minimum: 0, maximum: MOST_CENTS },
  });
}

/** `limit`, or another number of items: a whole number from 1 to 500; blank or absent is 100. */
export function limitParam(description = "The largest number of items on the page."): Param<number> {
  const { page_size_default, page_size_max } = LIMITS;
  const most = page_size_max.value;
  const given = kindParam(
    wholeNumber(1, most),
    { description },
    {
      schema: { type: "integer", minimum: 1, maximum: most, default: page_size_default.value },
      blankIsAbsent: true,
    },
  );
  return { ...given, read: (raw, name) => given.read(raw, name) ?? page_size_default.value };
}

/** A date; null if it is absent or blank. */
export function dateParam(
  options: ParamText & { code: "invalid_date" | "invalid_request" },
): Param<CivilDate | null> {
  const description = `${options.description} \`YYYY-MM-DD\`, or an ISO 8601 datetime with \`Z\` or an offset, which denotes its day in Los Angeles. Blank counts as absent.`;
  const schema = {
    anyOf: [
      { type: "string", format: "date" },
      { type: "string", format: "date-time" },
      { type: "string", const: "" },
    ],
  };
  return kindParam(
    DATE_INPUT,
    { ...options, description },
    { schema, code: options.code, blankIsAbsent: true },
  );
}

/** A calendar month. */
export function monthParam(options: ParamText): Param<CivilMonth | null> {
  return kindParam(MONTH, options, {
    schema: { type: "string", pattern: "^\\d{4}-(0[1-9]|1[0-2])$" },
  });
}

const LONGEST: number = LIMITS.text_field_characters.value;

/** True for 1 to `most` characters. A character is a code point, which is one or two units of a string. */
function isText(text: string, most = LONGEST): boolean {
  const fits = text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most);
  return text !== "" && fits && !text.includes("\0");
}

/** A text of 1 to `most` characters, unchanged; an empty one is refused. */
export function textParam(options: ParamText & { required?: boolean; most?: number }): Param<string | null> {
  const { most = LONGEST } = options;
  return {
    schema: { type: "string", minLength: 1, maxLength: most },
    description: options.description,
    required: options.required ?? false,
    aliases: [],
    errors: options.required ? ["invalid_request", "parameter_missing"] : ["invalid_request"],
    read(raw, name) {
      const text = scalar(raw);
      if (text === undefined) {
        if (options.required) throw missing(name);
        return null;
      }
      if (!isText(text, most)) {
        throw refuse("invalid_request", {
          param: name,
          message: `\`${name}\` must have 1 to ${most} characters.`,
        });
      }
      return text;
    },
  };
}

/** Whole Unix seconds, never milliseconds; blank is refused. */
export function secondsParam(options: ParamText): Param<number | null> {
  const description = `${options.description} Whole Unix seconds, from 0 to ${LAST_SECOND}.`;
  return kindParam(
    SECONDS,
    { ...options, description },
    { schema: { type: "integer", minimum: 0, maximum: LAST_SECOND } },
  );
}

/** One word of a closed list; null if it is absent. A blank value is refused. */
export function wordParam<const W extends string>(words: readonly W[], options: ParamText): Param<W | null> {
  return kindParam(word(words), options, { schema: { type: "string", enum: words }, scalarOnly: true });
}

/** A year of four digits, from 1000 to 9999; blank is refused. */
export function yearParam(options: ParamText): Param<number | null> {
  return kindParam(YEAR, options, {
    schema: { type: "integer", minimum: FIRST_YEAR, maximum: LAST_YEAR },
  });
}

/** Several texts without repetitions: `name[]=a&name[]=b`, or `name=a`. Null if they are absent. */
export function textsParam(options: ParamText & { max: number }): Param<readonly string[] | null> {
  return listParam(options, (texts, name) => {
    if (texts.length > options.max || !texts.every((text) => isText(text))) {
      throw refuse("invalid_request", {
        param: name,
        message: `\`${name}\` takes 1 to ${options.max} values of 1 to ${LONGEST} characters.`,
      });
    }
    return [...new Set(texts)];
  });
}

/**
 * Several texts in the order of the request: `name[]=a&name[]=b`, or one as `name=a`, but not both. A text
 * that is given twice counts twice. Null if they are absent.
 */
export function sequenceParam(options: ParamText & { max: number }): Param<readonly string[] | null> {
  const list = listParam(options, (texts, name) => {
    if (texts.length > options.max)
      throw refuse("invalid_request", {
        param: name,
        message: `\`${name}\` takes at most ${options.max} values.`,
      });
    if (!texts.every((text) => text !== "" && !text.includes(UNREADABLE)))
      throw refuse("invalid_request", {
        param: name,
        message: `A value of \`${name}\` is empty or invalid.`,
      });
    return texts;
  });
  return { ...list, oneSpelling: true };
}

/** Several texts, as `take` returns them. `take` refuses more than `max`, and invalid texts. */
function listParam(
  options: ParamText & { max: number },
  take: (texts: readonly string[], name: string) => readonly string[],
): Param<readonly string[] | null> {
  return {
    schema: { type: "array", items: { type: "string" }, maxItems: options.max },
    description: options.description,
    required: false,
    aliases: ["[]"],
    errors: ["invalid_request"],
    read(raw, name) {
      if (raw === undefined) return null;
      return take(typeof raw === "string" ? [raw] : raw, name);
    },
  };
}

/** A required whole number in decimal digits, with or without a minus sign. */
export function revisionParam(options: ParamText): Param<number> {
  return {
    schema: { type: "integer" },
    description: options.description,
    required: true,
    aliases: [],
    errors: ["invalid_request", "parameter_missing"],
    read(raw, name) {
      const text = scalar(raw);
      if (text === undefined) throw missing(name);
      // A number that is larger than any revision is not refused here: it counts as a stale revision.
      if (!/^-?(?:0|[1-9]\d{0,99})$/.test(text))
        throw refuse("invalid_request", { param: name, message: `\`${name}\` must be a whole number.` });
      return Number(text);
    },
  };
}

/** A cursor, or an id whose form the service checks: any text; null if it is absent or blank. */
export function opaqueParam(options: ParamText): Param<string | null> {
  return {
    schema: { type: "string" },
    description: options.description,
    required: false,
    aliases: [],
    errors: ["resource_missing"],
    read(raw) {
      return comparable(scalar(raw) ?? "") || null;
    },
  };
}

/**
 * Returns a text without NUL, which the database can't compare: NUL becomes a character that no id and no
 * cursor contains.
 */
function comparable(text: string): string {
  return text.replaceAll(UNREADABLE, "\ufffd");
}

/**
 * A part of the path. The service checks its form, and answers an invalid value like an unknown one, with
 * `errors`. A text that the database can't compare with ids becomes empty, which is no id.
 */
export function pathParam(
  options: ParamText & { schema?: TSchema; errors?: readonly ErrorCode[] },
): Param<string> {
  return {
    schema: options.schema ?? { type: "string" },
    description: options.description,
    required: true,
    aliases: [],
    errors: options.errors ?? ["resource_missing"],
    read(raw) {
      const text = scalar(raw) ?? "";
      return isStorable(text) ? text : "";
    },
  };
}

/** A part of the path that is of a kind, checked before any look-up. */
function pathKindParam(kind: Kind<string>, source: string, options: ParamText): Param<string> {
  return {
    ...pathParam({
      ...options,
      schema: { type: "string", pattern: source },
      errors: ["invalid_request"],
    }),
    read: (raw, name) => readAs(kind, scalar(raw) ?? "", name),
  };
}

/** An id in the path that consists of its prefix, letters and digits, checked before any look-up. */
export function plainIdParam(kind: IdKind, options: ParamText): Param<string> {
  const expression = new RegExp(`^${PREFIXES[kind]}[A-Za-z0-9]+$`);
  const accepts = `\`${PREFIXES[kind]}\` and letters and digits`;
  return pathKindParam(pattern(expression, accepts), expression.source, options);
}

/** An id in the path, of any form that ids of its kind have, checked before any look-up. */
export function idParam(kind: IdKind, options: ParamText): Param<string> {
  return pathKindParam(id(kind), idPattern(kind), options);
}

/** The same parameter, but refused if it is repeated or given as `name[]`. */
export function onceParam<T>(param: Param<T>): Param<T> {
  return {
    ...param,
    scalarOnly: true,
    read(raw, name) {
      if (Array.isArray(raw) && raw.length > 1)
        throw refuse("invalid_request", { param: name, message: `\`${name}\` takes a single value.` });
      return param.read(raw, name);
    },
  };
}

/** A cursor, refused if it is malformed; null if it is absent or blank. */
export function cursorParam(options: ParamText): Param<string | null> {
  return { ...opaqueParam(options), errors: ["invalid_request"] };
}

/**
 * A list of words from a closed list, separated by commas and optional blanks, without duplicates. A blank
 * value is refused.
 */
export function wordsParam<const W extends string>(
  words: readonly W[],
  options: ParamText,
): Param<readonly W[] | null> {
  return {
    schema: { type: "string", pattern: `^ *(${words.join("|")}) *(, *(${words.join("|")}) *)*$` },
    description: options.description,
    required: false,
    aliases: [],
    errors: ["invalid_request"],
    read(raw, name) {
      const text = scalar(raw);
      if (text === undefined) return null;
      const given = text.split(",").map((part) => part.trim());
      const chosen = words.filter((each) => given.includes(each));
      if (!given.every((part) => words.some((each) => each === part)))
        throw refuse("invalid_request", {
          param: name,
          message: `\`${name}\` must be one of ${words.join(", ")}, or several of them separated by commas.`,
        });
      return chosen;
    },
  };
}

/** Exactly `true` or `false`. */
export function flagParam(options: ParamText): Param<boolean | null> {
  const text = kindParam(word(["true", "false"]), options, { schema: { type: "boolean" } });
  return {
    ...text,
    read(raw, name) {
      const value = text.read(raw, name);
      return value === null ? null : value === "true";
    },
  };
}

/** A name. A text without visible characters is refused. */
export function nameParam(options: ParamText): Param<string | null> {
  const text = textParam(options);
  return {
    ...text,
    read(raw, name) {
      const value = text.read(raw, name);
      if (value !== null && isBlank(value))
        throw refuse("invalid_request", { param: name, message: `\`${name}\` must not be blank.` });
      return value;
    },
  };
}

/** Returns the refusal for a required parameter that is absent. */
export function missing(name: string): Error {
  return refuse("parameter_missing", { param: name, message: `\`${name}\` is required.` });
}

/** Refuses `invalid_date_range` for a range of days that ends before it starts. */
export function checkDateOrder(range: {
  readonly start_date: CivilDate | null;
  readonly end_date: CivilDate | null;
}): void {
  const { start_date, end_date } = range;
  if (start_date !== null && end_date !== null && start_date > end_date)
    throw refuse("invalid_date_range", { param: "start_date" });
}
