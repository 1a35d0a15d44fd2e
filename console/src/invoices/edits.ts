/** Changes of settlements as the forms propose them, how each is sent, and what it makes of invoices. */
import type { SettledInvoices, Settlement } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import { amountText } from "../kit/amounts.ts";

export interface Share {
  readonly invoice_id: string;
  readonly amount_cents?: number;
}

/** A change that is proposed. */
export type Edit =
  | {
      readonly what: "receive";
      readonly transaction: string;
      readonly invoices: readonly Share[];
      readonly fee: { readonly category: string; readonly amount_cents: number } | null;
    }
  | {
      readonly what: "credit";
      readonly category: string;
      readonly amount: number;
      readonly date: string;
      readonly note: string;
    }
  | {
      readonly what: "write off";
      readonly category: string;
      readonly amount: number | null;
      readonly date: string;
      readonly note: string;
    }
  | { readonly what: "apply"; readonly from: string; readonly amount: number | null; readonly date: string }
  | { readonly what: "refund"; readonly transaction: string; readonly further: readonly Share[] }
  | {
      readonly what: "refund on a day";
      readonly further: readonly Share[];
      readonly category: string;
      readonly amount: number | null;
      readonly date: string;
      readonly note: string;
    }
  | { readonly what: "take back"; readonly settlement: string };

const amountOf = (amount: number | null) => (amount === null ? {} : { amount_cents: amount });
const noteOf = (note: string) => (note.trim() === "" ? {} : { note });

/** Sends a change of an invoice; `preview` tries it only. */
export function send(company: string, id: string, edit: Edit, preview: boolean): Promise<SettledInvoices> {
  const service = ownOf(company);
  switch (edit.what) {
    case "receive":
      return service.receivePayment({
        transaction_id: edit.transaction,
        invoices: [{ invoice_id: id }, ...edit.invoices],
        ...(edit.fee === null ? {} : { fees: [edit.fee] }),
        preview,
      });
    case "credit": {
      const { category, amount, date, note } = edit;
      const lines = [{ category, amount_cents: amount }];
      return service.creditInvoice(id, { lines, date, ...noteOf(note), preview });
    }
    case "write off": {
      const { category, amount, date, note } = edit;
      return service.writeOffInvoice(id, { category, ...amountOf(amount), date, ...noteOf(note), preview });
    }
    case "apply": {
      const { from, amount, date } = edit;
      return service.applyCredit(id, { from_invoice_id: from, ...amountOf(amount), date, preview });
    }
    case "refund":
      return service.refundCredit({
        invoices: [{ invoice_id: id }, ...edit.further],
        transaction_id: edit.transaction,
        preview,
      });
    case "refund on a day": {
      const { category, amount, date, note, further } = edit;
      const invoices = [{ invoice_id: id, ...amountOf(amount) }, ...further];
      return service.refundCredit({ invoices, category, date, ...noteOf(note), preview });
    }
    case "take back":
      return service.takeBackSettlement(edit.settlement, { preview });
  }
}

/** What is due of the invoices after a change, in sentences. */
export function settledText({ invoices, preview }: SettledInvoices): string {
  const verb = preview ? "would be" : "is";
  return invoices
    .map(({ invoice: { number, customer_name, amount_due_cents: due } }) => {
      const name = `${number} of ${customer_name}`;
      if (due < 0) return `${name} ${preview ? "would have" : "has"} a credit of ${amountText(-due)}.`;
      return due === 0
        ? `Nothing ${verb} due of ${name}.`
        : `${amountText(due)} ${preview ? "would be" : "are"} due of ${name}.`;
    })
    .join(" ");
}

/** What a settlement is, as the page of an invoice shows it. */
export function kindText({ kind, invoice, from_invoice }: Settlement, shown: string): string {
  switch (kind) {
    case "credit_note":
      return "Credit note";
    case "write_off":
      return "Written off";
    case "fee":
      return "Fee of a payment";
    case "refund":
      return "Refund";
    case "move": {
      const [word, other] =
        from_invoice?.id === shown ? (["to", invoice] as const) : (["from", from_invoice] as const);
      return `Credit ${word} ${other?.number ?? ""} of ${other?.customer_name ?? ""}`;
    }
  }
}
