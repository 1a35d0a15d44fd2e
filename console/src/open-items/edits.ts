/** Changes of settlements as the forms propose them, how each is sent, and what it makes of the items. */
import { amountText } from "../kit/amounts.ts";
import type { Calls, ItemSettlement, Settled, Share } from "./items.ts";
import type { Words } from "./side.ts";

/** A change that is proposed. */
export type Edit =
  | {
      readonly what: "receive";
      readonly transaction: string;
      readonly further: readonly Share[];
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

/** Sends a change of an item; `preview` tries it only. */
export function send(
  calls: Calls,
  company: string,
  id: string,
  edit: Edit,
  preview: boolean,
): Promise<Settled> {
  switch (edit.what) {
    case "receive": {
      const fees = edit.fee === null ? {} : { fees: [edit.fee] };
      const shares = [{ id }, ...edit.further];
      return calls.receive(company, shares, { transaction_id: edit.transaction, ...fees, preview });
    }
    case "credit": {
      const { category, amount, date, note } = edit;
      const lines = [{ category, amount_cents: amount }];
      return calls.credit(company, id, { lines, date, ...noteOf(note), preview });
    }
    case "write off": {
      const { category, amount, date, note } = edit;
      return calls.writeOff(company, id, { category, ...amountOf(amount), date, ...noteOf(note), preview });
    }
    case "apply": {
      const { from, amount, date } = edit;
      return calls.apply(company, id, from, { ...amountOf(amount), date, preview });
    }
    case "refund":
      return calls.refund(company, [{ id }, ...edit.further], { transaction_id: edit.transaction, preview });
    case "refund on a day": {
      const { category, amount, date, note, further } = edit;
      const shares = [{ id, ...amountOf(amount) }, ...further];
      return calls.refund(company, shares, { category, date, ...noteOf(note), preview });
    }
    case "take back":
      return calls.takeBack(company, edit.settlement, preview);
  }
}

/** What is due of the items after a change, in sentences. */
export function settledText({ items, preview }: Settled): string {
  const verb = preview ? "would be" : "is";
  return items
    .map(({ item: { number, party_name, amount_due_cents: due } }) => {
      const name = `${number} of ${party_name}`;
      if (due < 0) return `${name} ${preview ? "would have" : "has"} a credit of ${amountText(-due)}.`;
      return due === 0
        ? `Nothing ${verb} due of ${name}.`
        : `${amountText(due)} ${preview ? "would be" : "are"} due of ${name}.`;
    })
    .join(" ");
}

/** What a settlement is, as the page of an item shows it. */
export function kindText({ kind, item, from }: ItemSettlement, shown: string, words: Words): string {
  switch (kind) {
    case "credit_note":
      return words.creditNote;
    case "write_off":
      return "Written off";
    case "fee":
      return "Fee of a payment";
    case "refund":
      return "Refund";
    case "move": {
      const [word, other] = from?.id === shown ? (["to", item] as const) : (["from", from] as const);
      return `Credit ${word} ${other?.number ?? ""} of ${other?.party_name ?? ""}`;
    }
  }
}
