/**
 * Issuing invoices and entering bills: the lines with their amounts and categories, the number, and the
 * posting on the first day. Whoever issues holds the company's feed.
 */
import { present } from "@daybook/words/assert";
import type { Cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { categoriesOfRoles } from "../../../books/chart/index.ts";
import {
  closedRefusal,
  closedThrough,
  postedVoucherId,
  type Posting,
  replacePostings,
} from "../../../books/ledger/index.ts";
import { beginWriting, checkAccountingDate, chosenCategory, incorporated } from "../../transactions/index.ts";
import type { InvoiceLine, InvoiceRow, StoredInvoice } from "../record.ts";
import { lineCents } from "@daybook/words/invoice-lines";
import { numberAfter, postingOf, reversalOf, totalOf, vendorNumberKey } from "../rules/index.ts";
import { type Side, sideOf } from "../rules/sides.ts";
import { invoicesStore } from "../store/invoices.ts";
import { found, type RequestTime } from "./checks.ts";

type Company = PublicId<"company">;

/** A line that is asked for. */
export interface NewLine {
  readonly description: string;
  readonly quantity_ten_thousandths: number;
  readonly unit_amount_cents: Cents;
  /** The stated amount of the line; null if not given. */
  readonly amount_cents: number | null;
  /** Null for the company's sales, of an invoice only. */
  readonly category_id: string | null;
}

/** An invoice that is to be issued, or a bill that is to be entered. */
export interface NewInvoice {
  /** Null for the next one of the company's own series. */
  readonly number: string | null;
  /** The number that the vendor gave a bill; null for none. */
  readonly vendor_number?: string | null;
  readonly customer_name: string;
  readonly customer_email: string | null;
  readonly issue_date: CivilDate;
  readonly due_date: CivilDate;
  readonly line_items: readonly NewLine[];
}

export async function issue(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  side: Side,
  invoice: NewInvoice,
  { now, today }: RequestTime,
): Promise<InvoiceRow> {
  const updated = await beginWriting(tx, companyId, now);
  checkAccountingDate(invoice.issue_date, await incorporated(tx, companyId), today, "issue_date");
  const through = await closedThrough(tx, companyId);
  if (through !== null && invoice.issue_date <= through)
    throw closedRefusal(invoice.issue_date, through, "issue_date");
  const number = invoice.number ?? (await nextNumber(tx, companyId, side));
  const holder = invoice.number === null ? null : await invoicesStore.findNumber(tx, companyId, number);
  if (holder !== null)
    throw refuse("invalid_request", {
      param: "number",
      message: `The number ${number} is used by ${holder}. Choose another one.`,
    });
  const { vendor_number = null, customer_name, customer_email, issue_date, due_date } = invoice;
  const known = await findSameBill(tx, companyId, { state: "open", vendor_number, customer_name });
  if (known !== null)
    throw refuse("invalid_request", {
      param: "vendor_number",
      message: `The bill ${known.number} (${known.id}) has the number ${vendor_number} of ${customer_name} already. Void that one first if it was entered wrongly.`,
    });
  const { [side.role]: receivable_category_id } = await categoriesOfRoles(tx, companyId, [side.role], {
    ids,
    now,
  });
  const line_items = await linesOf(tx, ids, companyId, side, invoice.line_items, now);
  if (line_items.some(({ category_id }) => category_id === receivable_category_id))
    throw refuse("resource_missing", {
      param: "line_items",
      message: `${receivable_category_id} is the category of the claim itself. Name what is ${side.sign > 0 ? "sold" : "bought"}.`,
    });
  const total_cents = present(totalOf(line_items), "a total beyond the largest amount was let through");
  const row: StoredInvoice = {
    id: ids.next(side.item),
    number,
    vendor_number,
    customer_name,
    customer_email,
    state: "open",
    issue_date,
    due_date,
    voided_on: null,
    opened_on: null,
    receivable_category_id,
    total_cents,
    created: now,
    updated,
    line_items,
  };
  await putInvoice(tx, companyId, row, now);
  return found(tx, companyId, row.id);
}

/** The next number of the side's own series that no item has: those of the other side are given by hand. */
async function nextNumber(tx: Tx, companyId: Company, side: Side): Promise<string> {
  for (let last = await invoicesStore.findLastCount(tx, companyId, side); ; last++) {
    const number = numberAfter(last, side);
    if ((await invoicesStore.findNumber(tx, companyId, number)) === null) return number;
  }
}

/**
 * The bill of a vendor, other than one itself, that has the same number of the vendor; null if there is none.
 */
export async function findSameBill(
  tx: Tx,
  companyId: Company,
  row: Parameters<typeof vendorNumberKey>[0] & { readonly id?: string },
): Promise<{ readonly id: string; readonly number: string } | null> {
  const key = vendorNumberKey(row);
  const holder = key === null ? null : await invoicesStore.findVendorNumber(tx, companyId, key);
  return holder?.id === row.id ? null : holder;
}

/** Writes an item, and what it posts in place of what it posted. */
export async function putInvoice(
  tx: Tx,
  companyId: Company,
  row: StoredInvoice,
  now: UnixSeconds,
): Promise<void> {
  await invoicesStore.put(tx, companyId, row);
  const next = [postingOf(row), reversalOf(row)].filter((posting): posting is Posting => posting !== null);
  const { item, voided } = sideOf(row);
  const former = [postedVoucherId(item, row.id), postedVoucherId(voided, row.id)];
  await replacePostings(tx, companyId, now, former, next);
}

async function linesOf(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  side: Side,
  lines: readonly NewLine[],
  now: UnixSeconds,
): Promise<InvoiceLine[]> {
  const amounts = amountsOf(side, lines);
  const categories = new Map<string | null, PublicId<"category">>();
  for (const wanted of new Set(lines.map(({ category_id }) => category_id))) {
    categories.set(
      wanted,
      wanted === null
        ? (await categoriesOfRoles(tx, companyId, ["sales"], { ids, now })).sales
        : await chosenCategory(tx, companyId, wanted, "line_items", side.lineTypes),
    );
  }
  return lines.map(({ description, quantity_ten_thousandths, unit_amount_cents, category_id }, index) => ({
    description,
    quantity_ten_thousandths,
    unit_amount_cents,
    amount_cents: present(amounts[index], "a line without an amount"),
    category_id: present(categories.get(category_id), "a line without a category"),
  }));
}

/** The amounts of lines. Refuses `invalid_request` for lines that can't be billed. */
function amountsOf({ item }: Side, lines: readonly NewLine[]): Cents[] {
  const any = item === "bill" ? "a bill" : "an invoice";
  const wrong = (message: string) => refuse("invalid_request", { param: "line_items", message });
  const amounts = lines.map(({ quantity_ten_thousandths, unit_amount_cents, amount_cents }, index) => {
    const amount = lineCents(quantity_ten_thousandths, unit_amount_cents);
    if (amount === null) throw wrong(`Line ${index + 1} amounts to more than ${any} can hold.`);
    if (amount_cents !== null && amount_cents !== amount)
      throw wrong(`Line ${index + 1} amounts to ${amount} cents, not ${amount_cents}.`);
    return amount;
  });
  const total = totalOf(amounts.map((amount_cents) => ({ amount_cents })));
  if (total === null) throw wrong(`The lines sum to more than ${any} can hold.`);
  if (total <= 0)
    throw wrong(
      `The lines sum to ${total} cents. ${item === "bill" ? "A bill" : "An invoice"} must be for more than 0.`,
    );
  return amounts;
}
