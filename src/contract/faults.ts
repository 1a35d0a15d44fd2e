/**
 * Says in words what is wrong with a value: translates a validator's errors, for bodies, bundles and lines of
 * feeds. The caller adds how it names the place, and chooses the error's code.
 */
import Type from "typebox";
import { DAY } from "../core/kinds.ts";
import { idPattern } from "@daybook/words/public-id";
import { DATE_PATTERN } from "./schemas.ts";

/** The first fault of a value: its place within the value, and a phrase about it. */
export interface Fault {
  readonly path: readonly string[];
  /** A phrase that follows the name of the place, such as "must be one of a, b". */
  readonly says: string;
}

interface SchemaError {
  readonly keyword: string;
  /** JSON pointer of the value. */
  readonly instancePath: string;
  readonly params: {
    readonly requiredProperties?: readonly string[];
    readonly additionalProperties?: readonly string[];
    readonly allowedValues?: readonly unknown[];
    readonly pattern?: string | RegExp;
    readonly type?: string;
  };
  readonly message: string;
}

/** The types of JSON in words. */
const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** Translates the first of a validator's errors. */
export function firstFault(reported: readonly object[]): Fault {
  const errors = reported as readonly SchemaError[];
  // An unknown field is reported twice, first as a value that is not allowed.
  const first = errors.find(({ keyword }) => keyword !== "boolean");
  if (first === undefined) return { path: [], says: "is not valid" };
  const { keyword, params, message } = first;
  const path = stepsOf(first.instancePath);
  switch (keyword) {
    case "required":
      return { path: [...path, params.requiredProperties?.[0] ?? ""], says: "is required" };
    case "additionalProperties":
      return { path: [...path, params.additionalProperties?.[0] ?? ""], says: "is not a field" };
    case "enum":
      return { path, says: `must be one of ${(params.allowedValues ?? []).join(", ")}` };
    case "pattern":
      return { path, says: patternSentence(String(params.pattern)) };
    case "format":
      return { path, says: DATE_SENTENCE };
    case "type": {
      // A nullable value yields one error for each type.
      const types = errors
        .filter((error) => error.keyword === "type" && error.instancePath === first.instancePath)
        .map(({ params: { type = "" } }) => TYPES[type] ?? type);
      return { path, says: `must be ${[...new Set(types)].join(" or ")}` };
    }
    default:
      return { path, says: message };
  }
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns a place as text, such as `lines[0].date`. `within` is the text of the place around it. */
export function placeText(path: readonly string[], within = ""): string {
  return path.reduce(
    (place, name) => (/^\d+$/.test(name) ? `${place}[${name}]` : place === "" ? name : `${place}.${name}`),
    within,
  );
}

/** The phrase for a value that is not a day. A day is the only `format` that schemas use. */
export const DATE_SENTENCE = `must be ${DAY.accepts}`;
const patternSentences = new Map([[DATE_PATTERN, DATE_SENTENCE]]);

/** The patterns of ids that consist of letters and digits only. */
const PLAIN_IDS = (["invitation", "taxCredit"] as const).map(idPattern);

function patternSentence(pattern: string): string {
  const known = patternSentences.get(pattern);
  const prefix = /^\^([a-z]+_)/.exec(pattern)?.[1];
  if (known === undefined && prefix !== undefined) {
    return PLAIN_IDS.includes(pattern)
      ? `must be an id: \`${prefix}\` and 1 to 63 letters and digits`
      : `must be an id: \`${prefix}\` and 1 to 63 letters, digits, \`_\`, \`.\` or \`-\`, the first of them a letter or a digit`;
  }
  return known ?? `must match ${pattern}`;
}

/** The schema of a string with a pattern, and the phrase for a string that does not match it. */
export function patternSchema(pattern: string, sentence: string, description: string) {
  patternSentences.set(pattern, sentence);
  return Type.String({ pattern, description });
}
