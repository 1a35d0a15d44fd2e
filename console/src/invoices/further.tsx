/** The further invoices of a payment, or of a refund, with the share of each. */
import type { Invoice } from "@daybook/client";
import { amountText } from "../kit/amounts.ts";
import { TextField } from "../kit/form.tsx";
import { LabelledName } from "../kit/name-field.tsx";
import { centsOf } from "../kit/typed-amounts.ts";
import type { Share } from "./edits.ts";
import { useAllInvoices } from "./queries.ts";
import type { SettleProps } from "./settling.tsx";

export interface Further {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  /** What is due of it, or its credit. */
  readonly due: number;
  readonly amount: string;
}

/** The shares that the fields say; a sentence if one is no amount. */
export function sharesOf(further: readonly Further[]): readonly Share[] | string {
  const bad = further.find(({ amount }) => amount.trim() !== "" && (centsOf(amount) ?? 0) <= 0);
  if (bad) return `${bad.amount} is no amount in dollars and cents.`;
  return further.map(({ id, amount }) => {
    const cents = centsOf(amount);
    return { invoice_id: id, ...(cents === null ? {} : { amount_cents: cents }) };
  });
}

const WORDS = {
  payment: { label: "Another invoice that it pays", rest: "due" },
  refund: { label: "Another invoice with a credit", rest: "of credit" },
} as const;

/** A payment pays open invoices, also of other customers; a refund uses up credit of the same customer. */
export function FurtherInvoices(props: {
  readonly company: SettleProps["company"];
  readonly invoice: Invoice;
  readonly of: keyof typeof WORDS;
  readonly further: readonly Further[];
  readonly onChange: (further: readonly Further[]) => void;
}) {
  const { company, invoice, of, further, onChange } = props;
  const isRefund = of === "refund";
  const found = useAllInvoices(
    company.id,
    isRefund ? { status: "paid", customer_name: invoice.customer_name } : { status: "open" },
  ).data;
  const open = (found ?? []).flatMap(({ id, number, customer_name, amount_due_cents }) => {
    const due = isRefund ? -amount_due_cents : amount_due_cents;
    const isTaken = id === invoice.id || further.some((each) => each.id === id);
    return isTaken || due <= 0
      ? []
      : [{ id, number, due, name: isRefund ? number : `${number} of ${customer_name}` }];
  });
  return (
    <>
      {further.map((each, at) => (
        <fieldset key={each.id} className="in-line">
          <legend dir="auto">{each.name}</legend>
          <TextField
            label={`Share of ${each.number}`}
            inputMode="decimal"
            value={each.amount}
            note={`Left empty: as much as fits of ${amountText(each.due)}.`}
            onText={(amount) =>
              onChange(further.map((row, place) => (place === at ? { ...row, amount } : row)))
            }
          />
          <button
            type="button"
            className="button"
            onClick={() => onChange(further.filter(({ id }) => id !== each.id))}
          >
            Take {each.number} away
          </button>
        </fieldset>
      ))}
      {isRefund && open.length === 0 ? null : (
        <LabelledName
          label={WORDS[of].label}
          hint="Add an invoice"
          value={null}
          choices={open.map(({ id, name, due }) => ({
            id,
            name,
            note: `${amountText(due)} ${WORDS[of].rest}`,
          }))}
          onChoose={({ id }) => {
            const chosen = open.find((each) => each.id === id);
            if (chosen) onChange([...further, { ...chosen, amount: amountText(chosen.due) }]);
          }}
        />
      )}
    </>
  );
}
