/**
 * Invoices and bills in the same words: an item of a party, who is a customer or a vendor. What the service
 * says of bills is brought into these, and what is proposed is sent to either.
 */
import type { Bill, Invoice } from "@daybook/client";
import type { FindInvoicesQuery } from "../api/generated/operations.ts";
import type {
  BillSettlement,
  InvoiceCreditNote,
  InvoiceCreditUse,
  InvoiceReceipt,
  InvoiceRefund,
  InvoiceWriteOff,
  NewOpenItems,
  OpenedBill,
  OpenedInvoice,
  OpenedItems,
  Payables,
  PaymentCandidate,
  Receivables,
  SettledBills,
  SettledInvoices,
  Settlement,
} from "../api/generated/schemas.ts";
import { clientOf, ownOf } from "../api/service.ts";

export type Item = Omit<Invoice, "object" | "customer_name" | "customer_email" | "line_items"> & {
  readonly party_name: string;
  readonly party_email: string | null;
  /** The number that a vendor gave it. */
  readonly vendor_number?: string | null;
  readonly line_items: Invoice["line_items"] | Bill["line_items"];
};
export interface Named {
  readonly id: string;
  readonly number: string;
  readonly party_name: string;
}
export type ItemSettlement = Pick<
  Settlement,
  "id" | "kind" | "date" | "amount_cents" | "note" | "reversed_on" | "transaction_id"
> & { readonly item: Named; readonly from: Named | null };
export interface Money {
  readonly id: string;
  readonly date: string;
  readonly amount_cents: number;
  readonly parts: readonly ItemSettlement[];
}
export interface Opened {
  readonly item: Item;
  readonly payments: readonly Money[];
  readonly settlements: readonly ItemSettlement[];
}
export type Settled = Pick<SettledInvoices, "entry_lines" | "preview"> & {
  readonly items: readonly Opened[];
};
/** What a party owes, or is owed, by age. */
export type PartyAges = Pick<Receivables["customers"][number], "ages" | "total_cents"> & {
  readonly party_name: string;
  readonly items: Receivables["customers"][number]["invoices"];
};
export type Ageing = Omit<Receivables, "object" | "customers"> & { readonly parties: readonly PartyAges[] };

/** The conditions of a list. */
export type Conditions = Omit<FindInvoicesQuery, "customer_name"> & {
  readonly party_name?: string | undefined;
};
export interface ItemPage {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}
type Purpose = "match" | "receive" | "refund";

/** A new item as its form sends it; a bill's lines each have a category. */
export interface NewItem {
  readonly party_name: string;
  readonly party_email: string;
  readonly number: string;
  readonly vendor_number: string;
  readonly issue_date: string;
  readonly due_date: string;
  readonly lines: readonly {
    readonly description: string;
    readonly quantity: number;
    readonly unit_amount_cents: number;
    readonly amount_cents: number;
    readonly category: string | null;
  }[];
}

/** What one does with the items of one side. */
export interface Calls {
  find(company: string, conditions: Conditions, signal: AbortSignal): Promise<ItemPage>;
  all(company: string, conditions: Conditions, signal: AbortSignal): Promise<readonly Item[]>;
  open(company: string, id: string, signal: AbortSignal): Promise<Opened>;
  ageing(company: string, date: string, signal: AbortSignal): Promise<Ageing>;
  candidates(
    company: string,
    id: string,
    purpose: Purpose,
    signal: AbortSignal,
  ): Promise<readonly PaymentCandidate[]>;
  create(company: string, item: NewItem): Promise<Named>;
  match(company: string, id: string, transaction: string): Promise<Item>;
  unmatch(company: string, id: string, transaction: string): Promise<Item>;
  void(company: string, id: string): Promise<Item>;
  receive(company: string, shares: readonly Share[], body: Receiving): Promise<Settled>;
  refund(company: string, shares: readonly Share[], body: Refunding): Promise<Settled>;
  credit(company: string, id: string, body: InvoiceCreditNote): Promise<Settled>;
  writeOff(company: string, id: string, body: InvoiceWriteOff): Promise<Settled>;
  apply(company: string, id: string, from: string, body: Applying): Promise<Settled>;
  takeBack(company: string, settlement: string, preview: boolean): Promise<Settled>;
  /** Brings in items that are open in other books; `preview` tries it only. */
  bringIn(company: string, items: NewOpenItems): Promise<OpenedItems>;
}

/** What an item takes of a payment or gives of its credit; without an amount, as much as fits. */
export interface Share {
  readonly id: string;
  readonly amount_cents?: number;
}
type Receiving = Omit<InvoiceReceipt, "invoices">;
type Refunding = Omit<InvoiceRefund, "invoices">;
type Applying = Omit<InvoiceCreditUse, "from_invoice_id">;

const itemOf = ({ customer_name, customer_email, ...invoice }: Invoice): Item => ({
  ...invoice,
  party_name: customer_name,
  party_email: customer_email,
});
const itemOfBill = ({ vendor_name, vendor_email, ...bill }: Bill): Item => ({
  ...bill,
  party_name: vendor_name,
  party_email: vendor_email,
});
const settlementOf = ({ invoice, from_invoice, ...settlement }: Settlement): ItemSettlement => ({
  ...settlement,
  item: { ...invoice, party_name: invoice.customer_name },
  from: from_invoice === null ? null : { ...from_invoice, party_name: from_invoice.customer_name },
});
const settlementOfBill = ({ bill, from_bill, ...settlement }: BillSettlement): ItemSettlement => ({
  ...settlement,
  item: { ...bill, party_name: bill.vendor_name },
  from: from_bill === null ? null : { ...from_bill, party_name: from_bill.vendor_name },
});
const openedOf = ({ invoice, payments, settlements }: OpenedInvoice): Opened => ({
  item: itemOf(invoice),
  payments: payments.map((money) => ({ ...money, parts: money.parts.map(settlementOf) })),
  settlements: settlements.map(settlementOf),
});
const openedOfBill = ({ bill, payments, settlements }: OpenedBill): Opened => ({
  item: itemOfBill(bill),
  payments: payments.map((money) => ({ ...money, parts: money.parts.map(settlementOfBill) })),
  settlements: settlements.map(settlementOfBill),
});
const settledOf = ({ invoices, entry_lines, preview }: SettledInvoices): Settled => ({
  items: invoices.map(openedOf),
  entry_lines,
  preview,
});
const settledOfBills = ({ bills, entry_lines, preview }: SettledBills): Settled => ({
  items: bills.map(openedOfBill),
  entry_lines,
  preview,
});
const ageingOf = ({ customers, ...rest }: Receivables): Ageing => ({
  ...rest,
  parties: customers.map(({ customer_name, invoices, ...ages }) => ({
    ...ages,
    party_name: customer_name,
    items: invoices,
  })),
});
const ageingOfBills = ({ vendors, ...rest }: Payables): Ageing => ({
  ...rest,
  parties: vendors.map(({ vendor_name, bills, ...ages }) => ({
    ...ages,
    party_name: vendor_name,
    items: bills,
  })),
});

/** The body of a list; a page that is unchanged can't be asked for here. */
function bodyOf<Body>({ body }: { readonly body: Body | null }): Body {
  if (body === null) throw new Error("The service gave no list.");
  return body;
}
const ifGiven = <Name extends string>(name: Name, value: string) =>
  (value.trim() === "" ? {} : { [name]: value }) as Partial<Record<Name, string>>;

function customersOf({ party_name, ...conditions }: Conditions) {
  return party_name === undefined ? conditions : { ...conditions, customer_name: party_name };
}
function vendorsOf({ party_name, ...conditions }: Conditions) {
  return party_name === undefined ? conditions : { ...conditions, vendor_name: party_name };
}
const shareOf = ({ id, ...amount }: Share) => ({ invoice_id: id, ...amount });
const billShareOf = ({ id, ...amount }: Share) => ({ bill_id: id, ...amount });

export const INVOICE_CALLS: Calls = {
  async find(company, conditions, signal) {
    const page = bodyOf(await ownOf(company).raw.findInvoices(customersOf(conditions), { signal }));
    return { data: page.data.map(itemOf), next_cursor: page.next_cursor };
  },
  all: async (company, conditions, signal) =>
    (await ownOf(company).findInvoices(customersOf(conditions), { signal }).all()).map(itemOf),
  open: async (company, id, signal) => openedOf(await ownOf(company).getInvoiceSettlements(id, { signal })),
  ageing: async (company, date, signal) =>
    ageingOf(await ownOf(company).getReceivables({ date }, { signal })),
  candidates: async (company, id, purpose, signal) =>
    (await ownOf(company).listPaymentCandidates(id, { purpose }, { signal })).transactions,
  create: async (company, item) =>
    itemOf(
      await clientOf(company).createInvoice({
        issue_date: item.issue_date,
        due_date: item.due_date,
        ...ifGiven("number", item.number),
        customer_name: item.party_name,
        ...ifGiven("customer_email", item.party_email),
        line_items: item.lines.map(({ category, ...line }) => ({
          ...line,
          ...(category === null ? {} : { category_id: category }),
        })),
      }),
    ),
  match: async (company, id, transaction_id) =>
    itemOf(await clientOf(company).matchInvoice(id, { transaction_id })),
  unmatch: async (company, id, transaction_id) =>
    itemOf(await clientOf(company).unmatchInvoice(id, { transaction_id })),
  void: async (company, id) => itemOf(await clientOf(company).voidInvoice(id)),
  receive: async (company, shares, body) =>
    settledOf(await ownOf(company).receivePayment({ ...body, invoices: shares.map(shareOf) })),
  refund: async (company, shares, body) =>
    settledOf(await ownOf(company).refundCredit({ ...body, invoices: shares.map(shareOf) })),
  credit: async (company, id, body) => settledOf(await ownOf(company).creditInvoice(id, body)),
  writeOff: async (company, id, body) => settledOf(await ownOf(company).writeOffInvoice(id, body)),
  apply: async (company, id, from, body) =>
    settledOf(await ownOf(company).applyCredit(id, { ...body, from_invoice_id: from })),
  takeBack: async (company, settlement, preview) =>
    settledOf(await ownOf(company).takeBackSettlement(settlement, { preview })),
  bringIn: (company, items) => ownOf(company).openInvoices(items),
};

export const BILL_CALLS: Calls = {
  async find(company, conditions, signal) {
    const page = bodyOf(await ownOf(company).raw.findBills(vendorsOf(conditions), { signal }));
    return { data: page.data.map(itemOfBill), next_cursor: page.next_cursor };
  },
  all: async (company, conditions, signal) =>
    (await ownOf(company).findBills(vendorsOf(conditions), { signal }).all()).map(itemOfBill),
  open: async (company, id, signal) => openedOfBill(await ownOf(company).getBillSettlements(id, { signal })),
  ageing: async (company, date, signal) =>
    ageingOfBills(await ownOf(company).getPayables({ date }, { signal })),
  candidates: async (company, id, purpose, signal) =>
    (await ownOf(company).listBillCandidates(id, { purpose }, { signal })).transactions,
  create: async (company, item) =>
    itemOfBill(
      await clientOf(company).createBill({
        issue_date: item.issue_date,
        due_date: item.due_date,
        vendor_name: item.party_name,
        ...ifGiven("vendor_email", item.party_email),
        ...ifGiven("vendor_number", item.vendor_number),
        // The form asks for the category of each line.
        line_items: item.lines.map(({ category, ...line }) => ({ ...line, category_id: category ?? "" })),
      }),
    ),
  match: async (company, id, transaction_id) =>
    itemOfBill(await clientOf(company).matchBill(id, { transaction_id })),
  unmatch: async (company, id, transaction_id) =>
    itemOfBill(await clientOf(company).unmatchBill(id, { transaction_id })),
  void: async (company, id) => itemOfBill(await clientOf(company).voidBill(id)),
  receive: async (company, shares, body) =>
    settledOfBills(await ownOf(company).payBills({ ...body, bills: shares.map(billShareOf) })),
  refund: async (company, shares, body) =>
    settledOfBills(await ownOf(company).refundBills({ ...body, bills: shares.map(billShareOf) })),
  credit: async (company, id, body) => settledOfBills(await ownOf(company).creditBill(id, body)),
  writeOff: async (company, id, body) => settledOfBills(await ownOf(company).writeOffBill(id, body)),
  apply: async (company, id, from, body) =>
    settledOfBills(await ownOf(company).applyBillCredit(id, { ...body, from_bill_id: from })),
  takeBack: async (company, settlement, preview) =>
    settledOfBills(await ownOf(company).takeBackBillSettlement(settlement, { preview })),
  bringIn: (company, items) => ownOf(company).openBills(items),
};
