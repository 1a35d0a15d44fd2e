/** Conditions of rules: as a person edits them, and in plain words. Pure functions. */
import type { RuleCondition } from "@daybook/client";
import { amountText } from "../kit/amounts.ts";
import { centsOf, typedAmount } from "../kit/typed-amounts.ts";

export type Field = RuleCondition["field"];
type Operator = RuleCondition["operator"];

export const FIELD_NAMES: Readonly<Record<Field, string>> = {
  merchant_name: "The merchant",
  description: "The text of the bank",
  amount_cents: "The amount",
  account_id: "The account",
  source_vendor: "Where it comes from",
};

const TEXT_OPERATORS = {
  equals: "is",
  contains: "contains",
  starts_with: "begins with",
  ends_with: "ends with",
} as const;

const OPERATORS: Readonly<Record<Field, Readonly<Partial<Record<Operator, string>>>>> = {
  merchant_name: TEXT_OPERATORS,
  description: TEXT_OPERATORS,
  source_vendor: TEXT_OPERATORS,
  amount_cents: { less_than: "is less than", greater_than: "is more than", equals: "is" },
  account_id: { equals: "is" },
};

/** The comparisons of a field, with their names. */
export function operatorsOf(field: Field): readonly (readonly [Operator, string])[] {
  return Object.entries(OPERATORS[field]) as [Operator, string][];
}

/** A condition while it is edited: its value is what is typed, or the id of the account. */
export interface DraftCondition {
  readonly field: Field;
  readonly operator: Operator;
  readonly value: string;
}

export function draftOf({ field, operator, value }: RuleCondition): DraftCondition {
  return { field, operator, value: typeof value === "number" ? typedAmount(value) : value };
}

/** A draft with another field, whose comparison and value become those that fit. */
export function withField(draft: DraftCondition, field: Field): DraftCondition {
  if (field === draft.field) return draft;
  const isText = (each: Field): boolean => OPERATORS[each] === TEXT_OPERATORS;
  if (isText(field) && isText(draft.field)) return { ...draft, field };
  return {
    field,
    operator: operatorsOf(field)[0]?.[0] ?? "equals",
    value: field === "amount_cents" ? "0" : "",
  };
}

/** The conditions of drafts; null while one of them is not whole. */
export function conditionsOf(drafts: readonly DraftCondition[]): RuleCondition[] | null {
  const conditions = drafts.flatMap(({ field, operator, value }): RuleCondition[] => {
    const text = value.trim();
    const given = field === "amount_cents" ? centsOf(text) : text === "" ? null : text;
    return given === null ? [] : [{ field, operator, value: given }];
  });
  return conditions.length === drafts.length && drafts.length > 0 ? conditions : null;
}

/** A condition in words. The names of accounts are looked up. */
function conditionText(
  { field, operator, value }: RuleCondition,
  nameOf: (id: string | null) => string | null,
): string {
  if (field === "amount_cents" && value === 0) {
    if (operator === "less_than") return "money goes out";
    if (operator === "greater_than") return "money comes in";
  }
  const shown =
    typeof value === "number"
      ? value === 0
        ? "0.00"
        : amountText(value)
      : field === "account_id"
        ? (nameOf(value) ?? "an account that is not there")
        : `“${value}”`;
  const name = FIELD_NAMES[field];
  return `${name.slice(0, 1).toLowerCase()}${name.slice(1)} ${OPERATORS[field][operator] ?? operator} ${shown}`;
}

/** All conditions of a rule in words. */
export function conditionsText(
  conditions: readonly RuleCondition[],
  nameOf: (id: string | null) => string | null,
): string {
  const text = conditions.map((each) => conditionText(each, nameOf)).join(", and ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
