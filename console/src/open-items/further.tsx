/** The further invoices or bills of a payment, or of a refund, with the share of each. */
import { amountText } from "../kit/amounts.ts";
import { TextField } from "../kit/form.tsx";
import { LabelledName } from "../kit/name-field.tsx";
import { centsOf } from "../kit/typed-amounts.ts";
import type { Item, Share } from "./items.ts";
import { useAllItems } from "./queries.ts";
import { useSide } from "./side.ts";
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
    return { id, ...(cents === null ? {} : { amount_cents: cents }) };
  });
}

const RESTS = { payment: "due", refund: "of credit" } as const;

/** A payment pays open items, also of other parties; a refund uses up credit of the same party. */
export function FurtherItems(props: {
  readonly company: SettleProps["company"];
  readonly item: Item;
  readonly of: keyof typeof RESTS;
  readonly further: readonly Further[];
  readonly onChange: (further: readonly Further[]) => void;
}) {
  const { company, item, of, further, onChange } = props;
  const { one } = useSide().words;
  const isRefund = of === "refund";
  const found = useAllItems(
    company.id,
    isRefund ? { status: "paid", party_name: item.party_name } : { status: "open" },
  ).data;
  const open = (found ?? []).flatMap(({ id, number, party_name, amount_due_cents }) => {
    const due = isRefund ? -amount_due_cents : amount_due_cents;
    const isTaken = id === item.id || further.some((each) => each.id === id);
    return isTaken || due <= 0
      ? []
      : [{ id, number, due, name: isRefund ? number : `${number} of ${party_name}` }];
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
          label={isRefund ? `Another ${one} with a credit` : `Another ${one} that it pays`}
          hint={`Add ${one === "invoice" ? "an" : "a"} ${one}`}
          value={null}
          choices={open.map(({ id, name, due }) => ({
            id,
            name,
            note: `${amountText(due)} ${RESTS[of]}`,
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
