/**
 * Decisions on rules: which conditions make sense, which transactions a rule fits, and where it stands among
 * the others.
 */
import Type, { type Static } from "typebox";
import { exactly } from "../../../contract/operation.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { Suggest } from "../transactions/index.ts";

export const CONDITION_FIELDS = [
  "description",
  "merchant_name",
  "source_vendor",
  "account_id",
  "amount_cents",
] as const;
export type ConditionField = (typeof CONDITION_FIELDS)[number];

export const CONDITION_OPERATORS = [
  "equals",
  "contains",
  "starts_with",
  "ends_with",
  "greater_than",
  "less_than",
] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

const conditionSchema = exactly(
  {
    field: Type.Enum([...CONDITION_FIELDS], { description: "The field of the transaction to compare." }),
    operator: Type.Enum([...CONDITION_OPERATORS], {
      description:
        "The comparison. `description`, `merchant_name` and `source_vendor` by `equals`, `contains`, `starts_with` or `ends_with`, ignoring letter case; `amount_cents` by `equals`, `greater_than` or `less_than`; `account_id` by `equals`.",
    }),
    value: Type.Union(
      [
        Type.String({ maxLength: LIMITS.text_field_characters.value }),
        Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
      ],
      {
        description:
          "The value to compare with: cents for `amount_cents`, with money out negative; otherwise a non-blank text.",
      },
    ),
  },
  { title: "RuleCondition" },
);

/** The conditions of a rule, as requests and bundles state them. */
export const conditionsSchema = Type.Array(conditionSchema, {
  minItems: 1,
  maxItems: LIMITS.rule_conditions.value,
  description: "The conditions. All of them must be met.",
});

export type Condition = Readonly<Static<typeof conditionSchema>>;

/** The fields of a transaction that conditions test. */
export type Line = Parameters<Suggest>[0];

type Comparisons<T> = Readonly<Partial<Record<ConditionOperator, (actual: T, value: T) => boolean>>>;

const ON_TEXT: Comparisons<string> = {
  equals: (actual, value) => actual === value,
  contains: (actual, value) => actual.includes(value),
  starts_with: (actual, value) => actual.startsWith(value),
  ends_with: (actual, value) => actual.endsWith(value),
};
const ON_ID: Comparisons<string> = { equals: (actual, value) => actual === value };
const ON_AMOUNT: Comparisons<number> = {
  equals: (actual, value) => actual === value,
  greater_than: (actual, value) => actual > value,
  less_than: (actual, value) => actual < value,
};

/** The comparisons of each field, except amounts. */
const ON_FIELD: Readonly<Record<Exclude<ConditionField, "amount_cents">, Comparisons<string>>> = {
  description: ON_TEXT,
  merchant_name: ON_TEXT,
  source_vendor: ON_TEXT,
  account_id: ON_ID,
};

/** Why a condition makes no sense, in a sentence; null when it does. */
export function conditionFault({ field, operator, value }: Condition): string | null {
  const comparisons = field === "amount_cents" ? ON_AMOUNT : ON_FIELD[field];
  if (!Object.hasOwn(comparisons, operator))
    return `\`${field}\` is compared by ${Object.keys(comparisons).join(", ")}, not by ${operator}.`;
  if (field === "amount_cents")
    return typeof value === "number" ? null : "`amount_cents` is compared with a whole number of cents.";
  return typeof value === "string" && value.trim() !== ""
    ? null
    : `\`${field}\` is compared with a non-blank text.`;
}

/**
 * A text as it is compared: neither the case of a letter nor how Unicode puts it together makes a difference.
 */
function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function foldedCondition({ field, operator, value }: Condition): Condition {
  return {
    field,
    operator,
    value: typeof value === "string" && field !== "account_id" ? folded(value) : value,
  };
}

function foldedLine({ description, merchant_name, source_vendor, account_id, amount_cents }: Line): Line {
  return {
    description: folded(description),
    merchant_name: merchant_name === null ? null : folded(merchant_name),
    source_vendor: folded(source_vendor),
    account_id,
    amount_cents,
  };
}

function holds({ field, operator, value }: Condition, line: Line): boolean {
  if (field === "amount_cents")
    return typeof value === "number" && (ON_AMOUNT[operator]?.(line.amount_cents, value) ?? false);
  const actual = line[field];
  return (
    actual !== null && typeof value === "string" && (ON_FIELD[field][operator]?.(actual, value) ?? false)
  );
}

/**
 * Makes the function that finds the first of some rules that fits a line: the one whose conditions all hold.
 */
export function firstFitting<R extends { readonly conditions: readonly Condition[] }>(
  rules: readonly R[],
): (line: Line) => R | null {
  const ready = rules.map((rule) => ({ rule, conditions: rule.conditions.map(foldedCondition) }));
  return (line) => {
    const given = foldedLine(line);
    return (
      ready.find(({ conditions }) => conditions.every((condition) => holds(condition, given)))?.rule ?? null
    );
  };
}

/** The ids with one of them moved to a position, from 1. A position past the end means last. */
export function moved<T>(ids: readonly T[], id: T, position: number): T[] {
  return ids.filter((other) => other !== id).toSpliced(position - 1, 0, id);
}
