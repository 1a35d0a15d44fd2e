/**
 * What is asked for with settlements, and the checks of it: the invoices, the day, the lines, and the caller.
 * A refusal names the word of the request: `invoice`, `date`, `amount`, `line`, `fee`, and so on.
 */
import type { Permissions } from "@daybook/words/areas";
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { Refusal, refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { chartStore } from "../../../books/chart/index.ts";
import { closedRefusal, closedThrough } from "../../../books/ledger/index.ts";
import {
  assignableOf,
  checkAccountingDate,
  chosenOf,
  incorporated,
  lookUpCategories,
  lookUpDepartments,
  onlyNamed,
} from "../../transactions/index.ts";
import type { InvoiceRow, SettlementKind, SettlementLine } from "../record.ts";
import { SETTLEMENT_TYPES, settledFrom } from "../rules/index.ts";
import { type Side, sideOf } from "../rules/sides.ts";
import { invoicesStore } from "../store/invoices.ts";

type Company = PublicId<"company">;
/** The caller: the operator of the service, or the permissions of a member. */
export type InvoiceCaller = "operator" | Permissions;

/** The time of a request, and the accounting day at that time. */
export interface RequestTime {
  readonly now: UnixSeconds;
  readonly today: CivilDate;
}

/** A debit of a settlement; the category and the department are ids or names. */
export interface NewSettlementLine {
  readonly category: string;
  readonly department: string | null;
  /** Null for all that is due, in the only line of a write-off. */
  readonly amount_cents: Cents | null;
  readonly description: string | null;
}

/** A credit note, a write-off or the fee of an invoice. The item is named by its id or its number. */
export interface NewSettlement {
  readonly kind: Exclude<SettlementKind, "move" | "refund">;
  readonly invoice: string;
  /** Null for today. */
  readonly date: CivilDate | null;
  readonly note: string;
  readonly lines: readonly NewSettlementLine[];
  /** The poster's own name of a credit note or a write-off, which is then made once. */
  readonly reference?: string | null;
}

/** An invoice that takes from a payment or from the credit of another one; null takes what is due. */
export interface Share {
  readonly invoice: string;
  readonly amount_cents: Cents | null;
}

/**
 * A payment for one or several items, and the fees that were kept from it, or that a payment of bills
 * contained besides.
 */
export interface Receipt {
  readonly transaction: string;
  /** What is left of the payment stays on the first one, as a credit. */
  readonly invoices: readonly [Share, ...Share[]];
  readonly fees: readonly (NewSettlementLine & { readonly amount_cents: Cents })[];
}

/**
 * Money that goes back to whoever paid too much: a transaction, or a day with the category that it was paid
 * from, or to. It uses up the credit of one or several items of one party.
 */
export interface Refund {
  /** Without an amount, the first one gives what the others leave, and these all that they have. */
  readonly invoices: readonly [Share, ...Share[]];
  readonly transaction: string | null;
  /** Null for today. Of a transaction it is its own. */
  readonly date: CivilDate | null;
  /** An id or a name; needed without a transaction. */
  readonly category: string | null;
  readonly note: string;
}

export interface SettlementScope {
  readonly tx: Tx;
  /** The side whose items the request names. */
  readonly side: Side;
  readonly ids: Ids;
  readonly companyId: Company;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
  /** The vouchers that the change posts. */
  readonly posted: Set<string>;
}

export function laterOf(a: CivilDate, b: CivilDate): CivilDate {
  return a < b ? b : a;
}

export async function found(db: Queryable, companyId: Company, id: string): Promise<InvoiceRow> {
  const row = await invoicesStore.find(db, companyId, id);
  if (row === null) throw missing(sideOf({ id }), id);
  return row;
}

function missing({ item, list }: Side, name: string, param = "invoice"): Refusal {
  return refuse("resource_missing", {
    param,
    message: `The company has no ${item} ${name}.`,
    ways: [{ see: list }],
  });
}

/** The item of a side with this id or number. Refuses `resource_missing`. */
export async function findInvoice(
  db: Queryable,
  companyId: Company,
  side: Side,
  name: string,
  param = "invoice",
): Promise<InvoiceRow> {
  const byNumber = async (): Promise<InvoiceRow | null> => {
    const id = await invoicesStore.findNumber(db, companyId, name);
    return id === null ? null : invoicesStore.find(db, companyId, id);
  };
  const row = (await invoicesStore.find(db, companyId, name)) ?? (await byNumber());
  if (row === null || row.side !== side.name) throw missing(side, name, param);
  return row;
}

/** The same if it is open; a refusal names the item as `param`. */
export async function openInvoice(
  { tx, companyId, side }: SettlementScope,
  name: string,
  param = "invoice",
): Promise<InvoiceRow> {
  const row = await findInvoice(tx, companyId, side, name, param);
  if (row.state !== "open")
    throw refuse("transaction_update_failed", {
      param,
      message: `The ${side.item} ${row.number} is ${row.state === "void" ? "void" : "a draft"}, so nothing can settle it.`,
    });
  return row;
}

/** Returns the day, or refuses one that is closed, out of bounds or before an item's first day. */
export async function checkedDate(
  { tx, companyId, today, side }: SettlementScope,
  date: CivilDate,
  invoices: readonly InvoiceRow[],
): Promise<CivilDate> {
  checkAccountingDate(date, await incorporated(tx, companyId), today, "date");
  const through = await closedThrough(tx, companyId);
  if (through !== null && date <= through) throw closedRefusal(date, through, "date");
  const later = invoices.find((row) => settledFrom(row) > date);
  if (later)
    throw refuse("transaction_update_failed", {
      param: "date",
      message:
        later.opened_on === null
          ? `The ${side.item} ${later.number} ${side.dated} ${later.issue_date}, and can't be settled before that.`
          : `The ${side.item} ${later.number} came in as it was open at the end of ${later.opened_on}. Only what is later settles it.`,
    });
  return date;
}

export async function linesOf(
  { tx, companyId, side }: SettlementScope,
  given: readonly NewSettlementLine[],
  due: number,
): Promise<SettlementLine[]> {
  const wrong = (message: string): Refusal => refuse("invalid_request", { param: "line", message });
  if (given.length === 0) throw wrong("Give a category and an amount.");
  const categories = await chartStore.listCategories(tx, companyId);
  const departments = await chartStore.listDepartments(tx, companyId);
  const named = given.map((line) => ({
    ...line,
    category: onlyNamed(categories, line.category) ?? line.category,
    department:
      line.department === null ? null : (onlyNamed(departments, line.department) ?? line.department),
  }));
  const categoryOf = await lookUpCategories(
    tx,
    companyId,
    named.map(({ category }) => category),
  );
  const departmentOf = await lookUpDepartments(
    tx,
    companyId,
    named.map(({ department }) => department).filter((id) => id !== null),
  );
  return named.map(({ category, department, amount_cents: wanted, description }, index) => {
    const amount_cents = wanted ?? cents(due);
    if (amount_cents <= 0) throw wrong("The amount of a line must be more than 0.");
    const words = given[index];
    return {
      category_id: because(
        `${words?.category} can't be ${side.sign > 0 ? "debited" : "chosen"} here: name a category that has no children and is not cash.`,
        () => chosenOf(categoryOf(category), "line", SETTLEMENT_TYPES).id,
      ),
      department_id:
        department === null
          ? null
          : because(
              `The company has no department ${words?.department} that can be chosen.`,
              () => assignableOf(departmentOf(department), "line").id,
            ),
      amount_cents,
      description,
    };
  });
}

/**
 * The category that a refund without a transaction was paid from or to, by its id or name. It may be cash,
 * but not of an account, whose lines come from the bank.
 */
export async function paidFrom(
  { tx, companyId, side }: SettlementScope,
  given: string,
): Promise<PublicId<"category">> {
  const id = onlyNamed(await chartStore.listCategories(tx, companyId), given) ?? given;
  const { choice, booked } = (await lookUpCategories(tx, companyId, [id]))(id);
  if (
    choice === null ||
    choice.parent ||
    booked ||
    !choice.active ||
    !SETTLEMENT_TYPES.includes(choice.account_type)
  )
    throw refuse("resource_missing", {
      param: "category",
      message: `No refund can be paid ${side.sign > 0 ? "from" : "to"} ${given}: name a category that has no children and is not of an account. A refund ${side.sign > 0 ? "from" : "to"} an account is its transaction.`,
    });
  return choice.id;
}

/** Gives a refusal for a missing record a sentence that says what to do. */
function because<Found>(message: string, find: () => Found): Found {
  try {
    return find();
  } catch (error) {
    if (error instanceof Refusal && error.code === "resource_missing")
      throw refuse("resource_missing", { param: "line", message });
    throw error;
  }
}

/** Refuses a member who may not manage the items and, for payments, transactions. */
export function checkCaller(caller: InvoiceCaller, areas: readonly (Side["area"] | "transactions")[]): void {
  if (caller !== "operator" && areas.some((area) => caller[area] !== "manage"))
    throw refuse("insufficient_permission", {
      message: `This needs \`manage\` for ${areas.map((area) => `\`${area}\``).join(" and ")}.`,
    });
}
