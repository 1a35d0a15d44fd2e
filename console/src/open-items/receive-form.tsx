/** A payment on one or several invoices, also of several customers, with a fee that was kept from it. */
import { useState } from "react";
import { amountText } from "../kit/amounts.ts";
import { centsOf } from "../kit/typed-amounts.ts";
import { shortDay } from "../kit/dates.ts";
import { TextField } from "../kit/form.tsx";
import { LabelledName } from "../kit/name-field.tsx";
import type { Edit } from "./edits.ts";
import { type Further, FurtherItems, sharesOf } from "./further.tsx";
import type { Item } from "./items.ts";
import { useCandidates } from "./queries.ts";
import { useSide } from "./side.ts";
import { SettleForm, type SettleProps, useCategories, useSettling } from "./settling.tsx";

const PROBLEM_FIELDS = ["transaction_id", "invoices", "bills", "fees"] as const;

export function ReceiveForm(props: SettleProps & { readonly item: Item }) {
  const { company, item, onClose } = props;
  const { area, words } = useSide();
  const isBill = area === "bills";
  const settling = useSettling(props);
  const { choices, nameOf } = useCategories(company);
  const candidates = useCandidates(company.id, item.id, "receive").data ?? [];
  const [transaction, setTransaction] = useState<string | null>(null);
  const [further, setFurther] = useState<readonly Further[]>([]);
  const [fee, setFee] = useState("");
  const [feeOn, setFeeOn] = useState<string | null>(null);
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      settling.change();
      set(value);
    };
  const money = candidates.find(({ id }) => id === transaction);
  const sum = further.reduce(
    (total, { amount, due }) => total + (centsOf(amount) ?? due),
    Math.max(0, item.amount_due_cents),
  );
  // A fee was kept from what came in, and paid besides with what went out.
  const paid = Math.abs(money?.amount_cents ?? 0);
  const rest = money === undefined ? 0 : isBill ? paid - sum : sum - paid;
  const edit = editOf({ transaction, further, fee, feeOn }, words.chooseReceived);
  const problem = settling.problemOf("transaction_id", "invoices", "bills");
  return (
    <SettleForm
      {...{ company, settling, onClose }}
      id={item.id}
      name={words.receiveStep}
      verb={words.receiveVerb}
      edit={edit}
      fields={PROBLEM_FIELDS}
    >
      <LabelledName
        label="Transaction"
        hint="Choose a transaction"
        value={money === undefined ? null : `${shortDay(money.date)}: ${amountText(money.amount_cents)}`}
        choices={candidates.map(({ id, date, amount_cents, merchant_name, description }) => ({
          id,
          name: `${amountText(amount_cents)} ${merchant_name ?? description}`,
          note: shortDay(date),
        }))}
        onChoose={({ id }) => changing(setTransaction)(id)}
      />
      <FurtherItems {...{ company, item, further }} of="payment" onChange={changing(setFurther)} />
      {problem === null ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <TextField
        label={words.fee}
        inputMode="decimal"
        value={fee}
        problem={settling.problemOf("fees")}
        note={
          money === undefined || rest <= 0
            ? "Left empty: none."
            : isBill
              ? `${amountText(paid)} that went out less the ${amountText(sum)} that are due leaves ${amountText(rest)}.`
              : `${amountText(sum)} less the ${amountText(paid)} that came leaves ${amountText(rest)}.`
        }
        onText={changing(setFee)}
      />
      <LabelledName
        label="Fee booked on"
        hint="Choose a category"
        value={nameOf(feeOn)}
        choices={choices}
        onChoose={({ id }) => changing(setFeeOn)(id)}
      />
    </SettleForm>
  );
}

/** The change that the fields make; a sentence while they are not whole. */
function editOf(
  given: {
    readonly transaction: string | null;
    readonly further: readonly Further[];
    readonly fee: string;
    readonly feeOn: string | null;
  },
  chooseFirst: string,
): Edit | string {
  const { transaction, further, fee, feeOn } = given;
  if (transaction === null) return chooseFirst;
  const isBad = (text: string): boolean => text.trim() !== "" && (centsOf(text) ?? 0) <= 0;
  const shares = sharesOf(further);
  if (typeof shares === "string") return shares;
  if (isBad(fee)) return `${fee} is no fee in dollars and cents.`;
  const kept = centsOf(fee);
  if (kept !== null && feeOn === null) return "Choose the category of the fee.";
  return {
    what: "receive",
    transaction,
    further: shares,
    fee: kept === null || feeOn === null ? null : { category: feeOn, amount_cents: kept },
  };
}
