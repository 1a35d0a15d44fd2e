/** The transactions that a rule matches, and the conditions that are valid. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import { parseId } from "@daybook/words/public-id";
import {
  type Condition,
  CONDITION_FIELDS,
  CONDITION_OPERATORS,
  conditionFault,
  firstMatch,
  moveTo,
  type RuleSubject,
} from "./rules.ts";

const account_id = parseId("account", "acct_Operating");
if (account_id === null) throw new Error("no id of an account");
const COFFEE: RuleSubject = {
  description: "SQ *Café Nero 0412",
  merchant_name: "Café Nero",
  source_vendor: "plaid",
  account_id,
  amount_cents: cents(-12_50),
};

function matches(conditions: readonly Condition[], subject: RuleSubject = COFFEE): boolean {
  return firstMatch([{ conditions }])(subject) !== null;
}

describe("a condition", () => {
  test.each<[Condition, boolean]>([
    [{ field: "merchant_name", operator: "equals", value: "CAFÉ NERO" }, true],
    // The same letter, composed of two characters.
    [{ field: "merchant_name", operator: "equals", value: "cafe\u0301 nero" }, true],
    [{ field: "merchant_name", operator: "equals", value: "café" }, false],
    [{ field: "description", operator: "contains", value: "*CAFÉ" }, true],
    [{ field: "description", operator: "contains", value: "nero café" }, false],
    [{ field: "description", operator: "starts_with", value: "sq *" }, true],
    [{ field: "description", operator: "starts_with", value: "café" }, false],
    [{ field: "description", operator: "ends_with", value: "0412" }, true],
    [{ field: "description", operator: "ends_with", value: "nero" }, false],
    [{ field: "source_vendor", operator: "equals", value: "Plaid" }, true],
    [{ field: "source_vendor", operator: "equals", value: "csv" }, false],
    [{ field: "account_id", operator: "equals", value: "acct_Operating" }, true],
    [{ field: "account_id", operator: "equals", value: "acct_operating" }, false],
    [{ field: "amount_cents", operator: "equals", value: -12_50 }, true],
    [{ field: "amount_cents", operator: "equals", value: 12_50 }, false],
    [{ field: "amount_cents", operator: "greater_than", value: -12_51 }, true],
    [{ field: "amount_cents", operator: "greater_than", value: -12_50 }, false],
    [{ field: "amount_cents", operator: "less_than", value: 0 }, true],
    [{ field: "amount_cents", operator: "less_than", value: -12_50 }, false],
  ])("%o is met: %s", (condition, isMet) => {
    expect(conditionFault(condition)).toBeNull();
    expect(matches([condition])).toBe(isMet);
  });

  test("on the merchant is never met by a transaction without a merchant", () => {
    for (const operator of ["equals", "contains", "starts_with", "ends_with"] as const) {
      expect(
        matches([{ field: "merchant_name", operator, value: "null" }], { ...COFFEE, merchant_name: null }),
      ).toBe(false);
    }
  });

  test("is valid if its field has that operator and its value has the type of the field", () => {
    const operators: Record<string, readonly string[]> = {
      description: ["equals", "contains", "starts_with", "ends_with"],
      merchant_name: ["equals", "contains", "starts_with", "ends_with"],
      source_vendor: ["equals", "contains", "starts_with", "ends_with"],
      account_id: ["equals"],
      amount_cents: ["equals", "greater_than", "less_than"],
    };
    for (const field of CONDITION_FIELDS) {
      for (const operator of CONDITION_OPERATORS) {
        const faults = (["text", " ", 100] as const).map(
          (value) => conditionFault({ field, operator, value }) !== null,
        );
        const kind = field === "amount_cents" ? [true, true, false] : [false, true, true];
        expect([field, operator, faults]).toEqual([
          field,
          operator,
          operators[field]?.includes(operator) ? kind : [true, true, true],
        ]);
      }
    }
  });
});

describe("a list of rules", () => {
  const on = (field: "description" | "merchant_name", value: string): Condition => ({
    field,
    operator: "contains",
    value,
  });

  test("matches by a rule only if all of its conditions are met", () => {
    expect(matches([on("description", "sq"), on("merchant_name", "nero")])).toBe(true);
    expect(matches([on("description", "sq"), on("merchant_name", "zero")])).toBe(false);
    expect(matches([on("description", "qs"), on("merchant_name", "nero")])).toBe(false);
  });

  test("is searched for the first rule that matches", () => {
    const rules = [
      { n: 1, conditions: [on("description", "other")] },
      { n: 2, conditions: [on("description", "sq")] },
      { n: 3, conditions: [on("merchant_name", "nero")] },
    ];
    expect(firstMatch(rules)(COFFEE)).toBe(rules[1]);
    expect(firstMatch(rules.slice(0, 1))(COFFEE)).toBeNull();
  });

  test("keeps the order of the other rules when one is moved", () => {
    expect(moveTo(["a", "b", "c"], "c", 1)).toEqual(["c", "a", "b"]);
    expect(moveTo(["a", "b", "c"], "a", 2)).toEqual(["b", "a", "c"]);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 8 }),
        fc.nat(7),
        fc.integer({ min: 1, max: 20 }),
        (ids, at, position) => {
          const id = ids[at % ids.length] ?? 0;
          const after = moveTo(ids, id, position);
          expect(after[Math.min(position, ids.length) - 1]).toBe(id);
          expect(after.filter((each) => each !== id)).toEqual(ids.filter((each) => each !== id));
        },
      ),
    );
  });
});
