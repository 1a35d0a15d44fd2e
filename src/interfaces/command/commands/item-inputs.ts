/** The words of a side on the command line, and the amounts, lines and shares that its commands read. */
import type { CompanyFor, Right } from "@daybook/words/areas";
import type { Cents } from "@daybook/words/cents";
import { centsFromMoney } from "@daybook/words/money-text";
import { Refusal } from "../../../core/errors.ts";
import { pattern, UsageProblem } from "../fields.ts";
import type { CommandServices } from "../services.ts";

/** The service of one side. */
export type Items = CommandServices["invoices"] | CommandServices["bills"];

/** What a command of one side says of itself. */
interface Said {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly examples: readonly (readonly [line: string, meaning: string])[];
}

/** A side in the words of the command line. */
export interface ItemWords {
  readonly item: "invoice" | "bill";
  readonly party: "customer" | "vendor";
  readonly claims: "receivables" | "payables";
  /** The service of the side. */
  readonly of: (app: CommandServices) => Items;
  /** The column of an item's first day. */
  readonly dated: string;
  readonly credit: string;
  readonly says: Readonly<
    Record<
      | "list"
      | "show"
      | "receive"
      | "credit"
      | "writeOff"
      | "apply"
      | "refund"
      | "takeBack"
      | "void"
      | "ageing"
      | "open",
      Said
    >
  >;
  readonly helps: {
    readonly transaction: string;
    readonly fee: string;
    readonly line: string;
    readonly lostCategory: string;
    readonly refundTransaction: string;
    readonly refundCategory: string;
  };
}

/** A member of a name that the side gives. */
export function own<T>(name: string, value: T): Readonly<Record<string, T>> {
  return { [name]: value };
}

export const LINE = pattern(
  "category=amount",
  "^[^=;]{1,200}=[^=;]{1,40}(;[^;]{0,200}){0,2}$",
  "written as CATEGORY=AMOUNT, CATEGORY=AMOUNT;DEPARTMENT or CATEGORY=AMOUNT;DEPARTMENT;MEMO",
);
export function amountOf(given: string): Cents {
  const found = centsFromMoney(given);
  if (found === null || found <= 0)
    throw new UsageProblem(`${JSON.stringify(given)} is no positive amount of dollars, such as 1,250.00.`);
  return found;
}

/** Parses `--line` and `--fee` options. */
export function linesOf(values: readonly string[]) {
  return values.map((value) => {
    const [pair = "", department = "", memo = ""] = value.split(";").map((part) => part.trim());
    const [category = "", amount = ""] = pair.split("=");
    return {
      category: category.trim(),
      department: department || null,
      amount_cents: amountOf(amount),
      description: memo || null,
    };
  });
}

/**
 * Reads ITEM, which takes what is due, or ITEM=AMOUNT. A number may contain a `=`: the whole text is
 * looked for first, and then the last `=` parts the amount.
 */
export async function shareOf(items: Items, item: string, companyId: CompanyFor<Right>, value: string) {
  const sign = value.lastIndexOf("=");
  if (sign <= 0 || (await isItem(items, companyId, value))) return { invoice: value, amount_cents: null };
  const [name, amount] = [value.slice(0, sign), value.slice(sign + 1)];
  const found = centsFromMoney(amount);
  if (found === null || found <= 0)
    throw new UsageProblem(
      `${JSON.stringify(value)} is neither ${item === "bill" ? "a bill" : "an invoice"} nor ${item.toUpperCase()}=AMOUNT with a positive amount of dollars. What stands before the last = is the ${item}; its id works too.`,
    );
  return { invoice: name, amount_cents: found };
}

async function isItem(items: Items, companyId: CompanyFor<Right>, name: string): Promise<boolean> {
  try {
    await items.show(companyId, name);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "resource_missing") return false;
    throw error;
  }
}
