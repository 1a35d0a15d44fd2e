/** One invoice or bill: its lines, what is due, its payments, and what whoever manages it does with it. */
import { useState } from "react";
import { Table } from "../kit/table.tsx";
import { Amount, AmountCell } from "../kit/amount.tsx";
import { Button } from "../kit/button.tsx";
import type { Company } from "../api/types.ts";
import { amountText } from "../kit/amounts.ts";
import { dayText, shortDay } from "../kit/dates.ts";
import { Facts } from "../kit/facts.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { onListKey } from "../kit/list-keys.ts";
import { Read } from "../parts/read.tsx";
import type { Item, ItemSettlement, Money, Opened } from "./items.ts";
import { useCandidates, useItemWrite, useOpened } from "./queries.ts";
import { ReceiveForm } from "./receive-form.tsx";
import { type Kind, SettlementForm, SettlementRow } from "./settle-forms.tsx";
import { mayManage, useSide } from "./side.ts";
import "../style/lists.css";

interface ItemViewProps {
  readonly company: Company;
  readonly id: string;
  readonly onTransaction: (id: string) => void;
  readonly onSay: (what: string) => void;
}

export function ItemView(props: ItemViewProps) {
  const { words } = useSide();
  return (
    <Read query={useOpened(props.company.id, props.id)} what={`the ${words.one}`}>
      {(opened) => <Shown {...props} opened={opened} />}
    </Read>
  );
}

type Step = "read" | "match" | "void" | "receive" | Kind;

function Shown(props: ItemViewProps & { readonly opened: Opened }) {
  const { company, opened, onTransaction, onSay } = props;
  const { item } = opened;
  const [step, setStep] = useState<Step>("read");
  const { permissions } = company;
  const side = useSide();
  const canManage = mayManage(company, side);
  const canMatch = canManage && permissions.transactions === "manage";
  const onClose = (): void => setStep("read");
  return (
    <>
      <p className="sum">
        {item.amount_due_cents === 0
          ? "Nothing is due"
          : item.amount_due_cents < 0
            ? `Credit of ${amountText(-item.amount_due_cents)}`
            : `${amountText(item.amount_due_cents)} due`}
      </p>
      <p className="says" dir="auto">
        {item.party_name}
      </p>
      <Facts
        facts={[
          ["Number", item.number],
          ["Vendor’s number", item.vendor_number ?? null],
          ["State", item.status],
          [side.area === "bills" ? side.words.dayOfIssue : "Issued", dayText(item.issue_date)],
          ["Due", dayText(item.due_date)],
          ["E-mail address", item.party_email],
        ]}
      />
      <Table caption={`The lines of the ${side.words.one}`} heads={["Line", "Amount"]}>
        <tbody>
          {item.line_items.map((line, at) => (
            <tr key={at}>
              <th scope="row" dir="auto">
                {line.description}
                {line.quantity === 1 ? null : (
                  <small>
                    {line.quantity} × {amountText(line.unit_amount_cents)}
                  </small>
                )}
              </th>
              <AmountCell cents={line.amount_cents} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <AmountCell cents={item.total_cents} />
          </tr>
        </tfoot>
      </Table>
      {item.amount_paid_cents === 0 ? null : (
        <Facts facts={[["Paid, credited or written off", amountText(item.amount_paid_cents)]]} />
      )}
      <Settlers {...{ company, opened, onSay, onTransaction, canManage, canMatch }} />
      {step === "match" ? (
        <Candidates company={company} item={item} onClose={onClose} onSay={onSay} />
      ) : step === "void" ? (
        <Void company={company} item={item} onClose={onClose} onSay={onSay} />
      ) : step === "receive" ? (
        <ReceiveForm {...{ company, item, onClose, onSay }} id={item.id} />
      ) : step !== "read" ? (
        <SettlementForm {...{ company, item, onClose, onSay }} id={item.id} kind={step} />
      ) : (
        <Steps {...{ item, canManage, canMatch }} onStep={setStep} />
      )}
    </>
  );
}

/** All that pays and settles an item. */
function Settlers(
  props: Omit<ItemViewProps, "id"> & {
    readonly opened: Opened;
    readonly canManage: boolean;
    readonly canMatch: boolean;
  },
) {
  const { company, opened, onSay, onTransaction, canManage, canMatch } = props;
  const { item, payments, settlements } = opened;
  return (
    <>
      {payments.length === 0 ? null : (
        <>
          <h3>Payments</h3>
          <ul className="rows">
            {payments.map((payment) => (
              <Payment
                key={payment.id}
                {...{ company, opened, payment, canMatch, onSay }}
                onOpen={() => onTransaction(payment.id)}
              />
            ))}
          </ul>
        </>
      )}
      {settlements.length === 0 ? null : (
        <>
          <h3>Settlements</h3>
          <ul className="rows">
            {settlements.map((settlement) => (
              <SettlementRow
                key={settlement.id}
                {...{ company, settlement, canManage, onSay }}
                id={item.id}
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The buttons of what can be done with an item. */
function Steps(props: {
  readonly item: Item;
  readonly canManage: boolean;
  readonly canMatch: boolean;
  readonly onStep: (step: Step) => void;
}) {
  const { item, canManage, canMatch, onStep } = props;
  const { words } = useSide();
  const { status, amount_due_cents: due } = item;
  const isIssued = status === "open" || status === "paid";
  const isUntouched = item.amount_paid_cents === 0 && item.matched_transaction_ids.length === 0;
  const steps: readonly (readonly [step: Step, label: string, isShown: boolean])[] = [
    ["match", words.matchStep, canMatch && isIssued && due > 0],
    ["receive", words.receiveStep, canMatch && isIssued],
    ["credit", words.creditNote, canManage && isIssued],
    ["write off", "Write off", canManage && isIssued && due > 0],
    ["apply", "Use credit of …", canManage && isIssued && due > 0],
    ["refund", "Refund", canMatch && due < 0],
    ["void", "Void", canManage && status === "open" && isUntouched],
  ];
  return (
    <p className="buttons">
      {steps.map(([step, label, isShown]) =>
        isShown ? (
          <button
            key={step}
            type="button"
            className={step === "match" ? "button primary" : "button"}
            onClick={() => onStep(step)}
          >
            {label}
          </button>
        ) : null,
      )}
    </p>
  );
}

interface WriteProps {
  readonly company: Company;
  readonly item: Item;
  readonly onSay: (what: string) => void;
}

/** A payment or a refund, and the step that takes it back. */
function Payment(
  props: Omit<WriteProps, "item"> & {
    readonly opened: Opened;
    readonly payment: Money;
    readonly canMatch: boolean;
    readonly onOpen: () => void;
  },
) {
  const { company, opened, payment, canMatch, onOpen, onSay } = props;
  const { area, calls, words } = useSide();
  const { id, date, amount_cents } = payment;
  const canSee = company.permissions.transactions !== "none";
  const text = `${dayText(date)}: ${amountText(amount_cents)}`;
  const [isAsking, setAsking] = useState(false);
  const unmatch = useItemWrite(
    () => calls.unmatch(company.id, opened.item.id, id),
    () =>
      onSay(`The payment is unmatched. The ${words.one} is due again, and the transaction needs a category.`),
  );
  return (
    <li>
      {canSee ? (
        <button type="button" className="button plain list-name" onClick={onOpen}>
          {text}
        </button>
      ) : (
        text
      )}
      {canMatch && !isAsking ? (
        <button type="button" className="button" onClick={() => setAsking(true)}>
          Unmatch
        </button>
      ) : null}
      {isAsking ? (
        <div className="note" role="group" aria-label="Unmatch the payment">
          <p>{amount_cents < 0 === (area === "invoices") ? words.unmatchedRefund : words.unmatched}</p>
          <GoesToo opened={opened} payment={payment} />
          <p className="buttons">
            <Button
              className="button primary"
              autoFocus
              isBusy={unmatch.isPending}
              onClick={() => unmatch.mutate(undefined)}
            >
              Unmatch it
            </Button>
            <button type="button" className="button" onClick={() => setAsking(false)}>
              Keep it
            </button>
          </p>
          <Refusal error={unmatch.error} />
        </div>
      ) : null}
    </li>
  );
}

function partText({ kind, amount_cents, item, from }: ItemSettlement, shown: string): string {
  const amount = amountText(amount_cents);
  if (kind === "fee") return `The fee of ${amount} on ${item.number} of ${item.party_name}`;
  return item.id === shown
    ? `The ${amount} of credit from ${from?.number ?? ""}`
    : `The share of ${amount} that settles ${item.number} of ${item.party_name}`;
}

/** What goes with a payment that is unmatched: its fees and shares, and credit that nothing covers then. */
function GoesToo({ opened, payment }: { readonly opened: Opened; readonly payment: Money }) {
  const { item, settlements } = opened;
  const isRefund = payment.amount_cents < 0 === (useSide().area === "invoices");
  const moved = settlements.filter(
    ({ from, transaction_id, reversed_on }) =>
      from?.id === item.id && transaction_id === null && reversed_on === null,
  );
  return (
    <>
      {payment.parts.length === 0 ? null : (
        <>
          <p>With it go:</p>
          <ul>
            {payment.parts.map((part) => (
              <li key={part.id} dir="auto">
                {partText(part, item.id)}
              </li>
            ))}
          </ul>
        </>
      )}
      {moved.length === 0 || isRefund ? null : (
        <p>
          Credit that was moved to {moved.map(({ item: { number } }) => number).join(", ")} goes back too as
          far as nothing covers it then, the latest first.
        </p>
      )}
    </>
  );
}

function Candidates({ company, item, onClose, onSay }: WriteProps & { readonly onClose: () => void }) {
  const { calls, words } = useSide();
  const candidates = useCandidates(company.id, item.id, "match");
  const match = useItemWrite(
    (id: string) => calls.match(company.id, item.id, id),
    ({ amount_due_cents }) => {
      onClose();
      onSay(
        amount_due_cents === 0
          ? words.matched
          : `The payment is matched. ${amountText(amount_due_cents)} are still due.`,
      );
    },
  );
  return (
    <section aria-label="Payments that fit">
      <h3>Which transaction pays it?</h3>
      <Read query={candidates} what="transactions that fit">
        {(transactions) =>
          transactions.length === 0 ? (
            <p className="none">{words.none(amountText(item.amount_due_cents))}</p>
          ) : (
            <ul className="entries" onKeyDown={(event) => onListKey(event)}>
              {transactions.map((each) => (
                <li key={each.id}>
                  <Button isBusy={match.isPending} onClick={() => match.mutate(each.id)}>
                    <time dateTime={each.date}>{shortDay(each.date)}</time>
                    <span className="what">
                      <b dir="auto">{each.merchant_name ?? each.description}</b>
                      <small dir="auto">{each.is_exact ? "exactly the amount due" : each.description}</small>
                    </span>
                    <span className="n">
                      <Amount cents={each.amount_cents} />
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      <Refusal error={match.error} />
      <p className="buttons">
        <button type="button" className="button" autoFocus onClick={onClose}>
          Cancel
        </button>
      </p>
    </section>
  );
}

function Void({ company, item, onClose, onSay }: WriteProps & { readonly onClose: () => void }) {
  const { calls, words } = useSide();
  const write = useItemWrite(
    () => calls.void(company.id, item.id),
    ({ number }) => {
      onClose();
      onSay(`${number} is void.`);
    },
  );
  return (
    <div className="note" role="group" aria-label={`Void the ${words.one}`}>
      <p>
        Its entries leave the books for good, and figures of {dayText(item.issue_date)} change; in closed
        books they are reversed on the first open day. The number stays taken. This can't be undone.
      </p>
      <p className="buttons">
        <Button
          className="button primary"
          autoFocus
          isBusy={write.isPending}
          onClick={() => write.mutate(undefined)}
        >
          Void the {words.one}
        </Button>
        <button type="button" className="button" onClick={onClose}>
          Keep it
        </button>
      </p>
      <Refusal error={write.error} />
    </div>
  );
}
