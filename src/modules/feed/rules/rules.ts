/**
 * Decisions on rules: which conditions are valid, which transactions a rule matches, and its position among
 * the others.
 */
import Type, { type Static } from "typebox";
import { exactly } from "../../../contract/operation.ts";
import { LIMITS } from "@daybook/words/limits";
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

/** The conditions of a rule in requests and bundles. */
export const conditionsSchema = Type.Array(conditionSchema, {
  minItems: 1,
  maxItems: LIMITS.rule_conditions.value,
  description: "The conditions. All of them must be met.",
});

export type Condition = Readonly<Static<typeof conditionSchema>>;

/** The fields of a transaction that rules look at. */
export type RuleSubject = Parameters<Suggest>[0];

type Comparisons<T> = Readonly<Partial<Record<ConditionOperator, (actual: T, value: T) => boolean>>>;

const TEXT_COMPARISONS: Comparisons<string> = {
  equals: (actual, value) => actual === value,
  contains: (actual, value) => actual.includes(value),
  starts_with: (actual, value) => actual.startsWith(value),
  ends_with: (actual, value) => actual.endsWith(value),
};
const ID_COMPARISONS: Comparisons<string> = { equals: (actual, value) => actual === value };
const AMOUNT_COMPARISONS: Comparisons<number> = {
  equals: (actual, value) => actual === value,
  greater_than: (actual, value) => actual > value,
  less_than: (actual, value) => actual < value,
};

/** The comparisons of each text or id field. */
const FIELD_COMPARISONS: Readonly<Record<Exclude<ConditionField, "amount_cents">, Comparisons<string>>> = {
  description: TEXT_COMPARISONS,
  merchant_name: TEXT_COMPARISONS,
  source_vendor: TEXT_COMPARISONS,
  account_id: ID_COMPARISONS,
};

/** Returns a sentence that says why a condition is invalid; null if it is valid. */
export function conditionFault({ field, operator, value }: Condition): string | null {
  const comparisons = field === "amount_cents" ? AMOUNT_COMPARISONS : FIELD_COMPARISONS[field];
  if (!Object.hasOwn(comparisons, operator))
    return `\`${field}\` is compared by ${Object.keys(comparisons).join(", ")}, not by ${operator}.`;
  if (field === "amount_cents")
    return typeof value === "number" ? null : "`amount_cents` is compared with a whole number of cents.";
  return typeof value === "string" && value.trim() !== ""
    ? null
    : `\`${field}\` is compared with a non-blank text.`;
}

/** Brings a text into the form that is compared, which ignores letter case and Unicode composition. */
function normalize(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function normalizeCondition({ field, operator, value }: Condition): Condition {
  return {
    field,
    operator,
    value: typeof value === "string" && field !== "account_id" ? normalize(value) : value,
  };
}

function normalizeSubject({
  description,
  merchant_name,
  source_vendor,
  account_id,
  amount_cents,
}: RuleSubject): RuleSubject {
  return {
    description: normalize(description),
    merchant_name: merchant_name === null ? null : normalize(merchant_name),
    source_vendor: normalize(source_vendor),
    account_id,
    amount_cents,
  };
}

function isMet({ field, operator, value }: Condition, subject: RuleSubject): boolean {
  if (field === "amount_cents")
    return (
      typeof value === "number" && (AMOUNT_COMPARISONS[operator]?.(subject.amount_cents, value) ?? false)
    );
  const actual = subject[field];
  return (
    actual !== null &&
    typeof value === "string" &&
    (FIELD_COMPARISONS[field][operator]?.(actual, value) ?? false)
  );
}

/**
 * Returns the function that finds the first rule that matches a transaction: all of its conditions are met.
 */
export function firstMatch<R extends { readonly conditions: readonly Condition[] }>(
  rules: readonly R[],
): (subject: RuleSubject) => R | null {
  const prepared = rules.map((rule) => ({ rule, conditions: rule.conditions.map(normalizeCondition) }));
  return (subject) => {
    const normalized = normalizeSubject(subject);
    return (
      prepared.find(({ conditions }) => conditions.every((condition) => isMet(condition, normalized)))
        ?.rule ?? null
    );
  };
}

/** Returns the items with one of them moved to a position, from 1. A position past the end means last. */
export function moveTo<T>(items: readonly T[], item: T, position: number): T[] {
  return items.filter((other) => other !== item).toSpliced(position - 1, 0, item);
}
