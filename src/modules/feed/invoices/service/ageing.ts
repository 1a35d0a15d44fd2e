/**
 * Receivables and payables by age: what each customer owes, or is owed to each vendor, at the end of a day,
 * by how long it is past due, beside the balance of these claims in the ledger.
 */
import type { CompanyFor } from "@daybook/words/areas";
import { type Cents, cents } from "@daybook/words/cents";
import { type Age, AGES } from "@daybook/words/feed-words";
import type { CivilDate } from "@daybook/words/civil-date";
import type { Queryable } from "../../../../platform/db/index.ts";
import { categoryForRole, chartStore } from "../../../books/chart/index.ts";
import { ledgerWithin } from "../../../books/ledger/index.ts";
import { ageOf } from "../rules/index.ts";
import type { Side } from "../rules/sides.ts";
import { invoicesStore } from "../store/invoices.ts";
import { type DueRow, settlementsStore } from "../store/settlements.ts";

/** What is due of one party's items, in cents. */
export interface PartyAges {
  readonly customer_name: string;
  readonly ages: Readonly<Record<Age, Cents>>;
  readonly total_cents: Cents;
  readonly invoices: readonly (Pick<DueRow, "id" | "number" | "due_date" | "due_cents"> & {
    readonly age: Age;
  })[];
}

/** A company whose items of a side the caller may read. */
export type CompanyOf<A extends Side["area"]> = CompanyFor<`${A}:view`>;

export interface Ageing {
  readonly date: CivilDate;
  readonly customers: readonly PartyAges[];
  readonly ages: Readonly<Record<Age, Cents>>;
  readonly total_cents: Cents;
  /** The number of invoices that are past due, and what is due of them. */
  readonly overdue_count: number;
  readonly overdue_cents: Cents;
  /**
   * The categories of the claims: those that items are booked on, or would be. None for a company that has
   * none, so that nothing is compared.
   */
  readonly category_ids: readonly string[];
  /** Their balance, positive where money is claimed. */
  readonly ledger_cents: Cents;
  /** The ledger minus the total: entries on these categories that follow no item. */
  readonly other_cents: Cents;
}

export async function ageing(
  db: Queryable,
  companyId: CompanyOf<Side["area"]>,
  side: Side,
  date: CivilDate,
): Promise<Ageing> {
  const [rows, booked, chart] = await Promise.all([
    settlementsStore.listDue(db, companyId, side, date),
    invoicesStore.listReceivables(db, companyId, side),
    chartStore.listCategories(db, companyId),
  ]);
  // A category gets its role with the first item that needs it; what is booked on it before is claimed too.
  const own = categoryForRole(chart, side.role);
  const receivables = [...new Set([...booked, ...(own === null ? [] : [own.id])])];
  const byCustomer = Map.groupBy(rows, ({ customer_name }) => customer_name);
  const customers = Array.from(byCustomer, ([customer_name, due]) => ({
    customer_name,
    ages: agesOf(due, date),
    total_cents: sumOf(due),
    invoices: due.map(({ id, number, due_date, due_cents }) => ({
      id,
      number,
      due_date,
      due_cents,
      age: ageOf({ due_date, due_cents }, date),
    })),
  }));
  const balanceOf = await ledgerWithin.balances(db, companyId, date);
  const ledger = receivables.reduce((total, id) => total + side.sign * balanceOf(id), 0);
  const total_cents = sumOf(rows);
  const overdue = rows.filter((row) => !["current", "credit"].includes(ageOf(row, date)));
  return {
    date,
    customers,
    ages: agesOf(rows, date),
    total_cents,
    overdue_count: overdue.length,
    overdue_cents: sumOf(overdue),
    category_ids: receivables,
    ledger_cents: cents(ledger),
    other_cents: cents(ledger - total_cents),
  };
}

function sumOf(rows: readonly Pick<DueRow, "due_cents">[]): Cents {
  return cents(rows.reduce((total, { due_cents }) => total + due_cents, 0));
}

function agesOf(rows: readonly DueRow[], date: CivilDate): Record<Age, Cents> {
  const inAge = (age: Age): Cents => sumOf(rows.filter((row) => ageOf(row, date) === age));
  return Object.fromEntries(AGES.map((age) => [age, inAge(age)])) as Record<Age, Cents>;
}
