/** Credit notes, write-offs, the credit of another invoice, refunds, and taking a settlement back. */
import { useState } from "react";
import { useDraft } from "../kit/draft.ts";
import { DayInput } from "../kit/day-input.tsx";
import { amountText } from "../kit/amounts.ts";
import { centsOf } from "../kit/typed-amounts.ts";
import { Consequences } from "../parts/consequences.tsx";
import { dayText, isDay, shortDay, today } from "../kit/dates.ts";
import { SelectField, TextField } from "../kit/form.tsx";
import { LabelledName } from "../kit/name-field.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { type Edit, kindText, send, settledText } from "./edits.ts";
import { type Further, FurtherItems, sharesOf } from "./further.tsx";
import type { Item, ItemSettlement } from "./items.ts";
import { useAllItems, useCandidates, useItemWrite } from "./queries.ts";
import { SettleForm, type SettleProps, useCategories, useSettling } from "./settling.tsx";
import { type Side, useSide } from "./side.ts";

export type Kind = "credit" | "write off" | "apply" | "refund";

interface KindWords {
  readonly name: string;
  readonly verb: string;
  /** The label of the chosen category or invoice, and the input that it is. */
  readonly on: string;
  readonly param: string;
  readonly amountNote: string;
}

const kindWords = ({
  area,
  words: { one, creditNote, creditVerb, exceeds, writeOffOn, refundOn },
}: Side): Readonly<Record<Kind, KindWords>> => ({
  credit: {
    name: creditNote,
    verb: creditVerb,
    on: "Taken back from",
    param: "lines",
    amountNote: exceeds,
  },
  "write off": {
    name: "Write off",
    verb: "Write it off",
    on: writeOffOn,
    param: "category",
    amountNote: "Left empty: all that is due.",
  },
  apply: {
    name: `Use credit of another ${one}`,
    verb: "Use the credit",
    on: `${one === "bill" ? "Bill" : "Invoice"} with a credit`,
    param: area === "bills" ? "from_bill_id" : "from_invoice_id",
    amountNote: "Left empty: as much as fits.",
  },
  refund: {
    name: "Refund",
    verb: "Book the refund",
    on: refundOn,
    param: "category",
    amountNote: "Left empty: the whole credit.",
  },
});

const BY = [
  ["transaction", "A transaction"],
  ["day", "On a day, without a transaction"],
] as const;

interface Draft {
  readonly by: string;
  readonly chosen: string | null;
  readonly amount: string;
  readonly date: string;
  readonly note: string;
}

const newDraft = (): Draft => ({ by: "transaction", chosen: null, amount: "", date: today(), note: "" });

export function SettlementForm(props: SettleProps & { readonly item: Item; readonly kind: Kind }) {
  const { company, item, kind, onClose } = props;
  const side = useSide();
  const words = kindWords(side)[kind];
  const settling = useSettling(props);
  const [draft, put] = useDraft(newDraft);
  const { by, chosen, amount, date, note } = draft;
  const [further, setFurther] = useState<readonly Further[]>([]);
  const change = (set: () => void): void => {
    settling.change();
    set();
  };
  const isByBank = kind === "refund" && by === "transaction";
  const cents = amount.trim() === "" ? null : centsOf(amount);
  const edit = (): Edit | string => {
    if (chosen === null)
      return isByBank ? "Choose the transaction of the refund." : `Choose: ${words.on.toLowerCase()}.`;
    const shares = sharesOf(further);
    if (typeof shares === "string") return shares;
    if (isByBank) return { what: "refund", transaction: chosen, further: shares };
    if (amount.trim() !== "" && (cents === null || cents <= 0))
      return `${amount} is no amount in dollars and cents.`;
    if (!isDay(date)) return "Choose the day.";
    if (kind === "apply") return { what: kind, from: chosen, amount: cents, date };
    if (kind === "refund")
      return { what: "refund on a day", category: chosen, amount: cents, date, note, further: shares };
    if (kind === "write off") return { what: kind, category: chosen, amount: cents, date, note };
    return cents === null
      ? "Give the amount of the credit note."
      : { what: kind, category: chosen, amount: cents, date, note };
  };
  const atChoice = settling.problemOf(words.param, "transaction_id", "invoices", "bills");
  return (
    <SettleForm
      {...{ company, settling, onClose }}
      id={item.id}
      name={words.name}
      verb={words.verb}
      edit={edit()}
      fields={[words.param, "transaction_id", "invoices", "bills", "amount_cents", "date", "note"]}
    >
      {kind === "refund" ? (
        <SelectField
          label={side.words.refundedBy}
          value={by}
          choices={BY}
          onChoose={(word) =>
            change(() => {
              put({ by: word, chosen: null });
            })
          }
        />
      ) : null}
      <On
        {...{ company, item, kind, isByBank, chosen }}
        onChoose={(id) => change(() => put({ chosen: id }))}
      />
      {kind === "refund" ? (
        <FurtherItems
          {...{ company, item, further }}
          of="refund"
          onChange={(rows) => change(() => setFurther(rows))}
        />
      ) : null}
      {atChoice === null ? null : (
        <p className="problem" role="alert">
          {atChoice}
        </p>
      )}
      {isByBank ? null : (
        <>
          <TextField
            label="Amount, in dollars"
            inputMode="decimal"
            value={amount}
            note={words.amountNote}
            problem={settling.problemOf("amount_cents")}
            onText={(text) => change(() => put({ amount: text }))}
          />
          <DayInput
            label="Day"
            value={date}
            problem={settling.problemOf("date")}
            onDay={(day) => change(() => put({ date: day }))}
          />
        </>
      )}
      {isByBank || kind === "apply" ? null : (
        <TextField
          label="What it is for"
          value={note}
          problem={settling.problemOf("note")}
          onText={(text) => change(() => put({ note: text }))}
        />
      )}
    </SettleForm>
  );
}

/** What the amount is booked on, or the record that it comes from. */
function On(props: ChoiceProps & { readonly kind: Kind; readonly isByBank: boolean }) {
  const { company, kind, isByBank, chosen, onChoose } = props;
  const { choices, nameOf } = useCategories(company);
  const side = useSide();
  if (isByBank) return <RefundTransaction {...props} />;
  if (kind === "apply") return <CreditOf {...props} />;
  return (
    <LabelledName
      label={kindWords(side)[kind].on}
      hint="Choose a category"
      value={nameOf(chosen)}
      choices={choices}
      onChoose={({ id }) => onChoose(id)}
    />
  );
}

interface ChoiceProps extends Pick<SettleProps, "company"> {
  readonly item: Item;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

/** The outgoing transactions that could be the refund. */
function RefundTransaction({ company, item, chosen, onChoose }: ChoiceProps) {
  const found = useCandidates(company.id, item.id, "refund").data ?? [];
  const choices = found.map(({ id, date, amount_cents, merchant_name, description }) => ({
    id,
    name: `${amountText(amount_cents)} ${merchant_name ?? description}`,
    note: shortDay(date),
  }));
  return (
    <LabelledName
      label="Transaction"
      hint="Choose a transaction"
      value={choices.find(({ id }) => id === chosen)?.name ?? null}
      choices={choices}
      onChoose={({ id }) => onChoose(id)}
    />
  );
}

/** The party's other items that have a credit. */
function CreditOf({ company, item, chosen, onChoose }: ChoiceProps) {
  const { party_name } = item;
  const { one, One } = useSide().words;
  const paid = useAllItems(company.id, { status: "paid", party_name }).data;
  const choices = (paid ?? [])
    .filter(({ amount_due_cents }) => amount_due_cents < 0)
    .map(({ id, number, amount_due_cents }) => ({
      id,
      name: number,
      note: `${amountText(-amount_due_cents)} of credit`,
    }));
  return (
    <LabelledName
      label={`${One} with a credit`}
      hint={`Choose ${one === "invoice" ? "an" : "a"} ${one}`}
      value={choices.find(({ id }) => id === chosen)?.name ?? null}
      choices={choices}
      onChoose={({ id }) => onChoose(id)}
    />
  );
}

/** What settles an item besides transactions, and the step that takes it back. */
export function SettlementRow(
  props: Omit<SettleProps, "onClose"> & { readonly settlement: ItemSettlement; readonly canManage: boolean },
) {
  const { company, id, settlement, canManage, onSay } = props;
  const [isAsking, setAsking] = useState(false);
  const { calls, words } = useSide();
  const edit: Edit = { what: "take back", settlement: settlement.id };
  const write = useItemWrite(
    () => send(calls, company.id, id, edit, false),
    (settled) => onSay(`It is taken back. ${settledText(settled)}`),
  );
  const { date, amount_cents, note, reversed_on } = settlement;
  return (
    <li>
      <span dir="auto">
        {dayText(date)}: {amountText(amount_cents)}
        <br />
        <small className="soft">
          {kindText(settlement, id, words)}
          {note === "" ? "" : `: ${note}`}
          {reversed_on === null ? "" : `, reversed on ${dayText(reversed_on)}`}
        </small>
      </span>
      {canManage && reversed_on === null && !isAsking ? (
        <button type="button" className="button" onClick={() => setAsking(true)}>
          Take back
        </button>
      ) : null}
      {isAsking ? (
        <>
          <Consequences
            queryKey={[company.id, id, edit]}
            tryIt={() => send(calls, company.id, id, edit, true)}
            text={settledText}
            verb="Take it back"
            isBusy={write.isPending}
            onMake={() => write.mutate(undefined)}
            onDrop={() => setAsking(false)}
          />
          <Refusal error={write.error} />
        </>
      ) : null}
    </li>
  );
}
