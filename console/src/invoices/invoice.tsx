/** One invoice: its lines, what is due, its payments, and what whoever manages invoices does with it. */
import type { Invoice } from "@daybook/client";
import { useState } from "react";
import { Table } from "../kit/table.tsx";
import { Amount, AmountCell } from "../kit/amount.tsx";
import { Button } from "../kit/button.tsx";
import type { InvoiceMoney, OpenedInvoice, Settlement } from "../api/generated/schemas.ts";
import { clientOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { amountText } from "../kit/amounts.ts";
import { dayText, shortDay } from "../kit/dates.ts";
import { Facts } from "../kit/facts.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { onListKey } from "../kit/list-keys.ts";
import { Read } from "../parts/read.tsx";
import { useCandidates, useInvoice, useInvoiceWrite } from "./queries.ts";
import { ReceiveForm } from "./receive-form.tsx";
import { type Kind, SettlementForm, SettlementRow } from "./settle-forms.tsx";
import "../style/lists.css";

interface InvoiceViewProps {
  readonly company: Company;
  readonly id: string;
  readonly onTransaction: (id: string) => void;
  readonly onSay: (what: string) => void;
}

export function InvoiceView(props: InvoiceViewProps) {
  return (
    <Read query={useInvoice(props.company.id, props.id)} what="the invoice">
      {(opened) => <Shown {...props} opened={opened} />}
    </Read>
  );
}

type Step = "read" | "match" | "void" | "receive" | Kind;

function Shown(props: InvoiceViewProps & { readonly opened: OpenedInvoice }) {
  const { company, opened, onTransaction, onSay } = props;
  const { invoice } = opened;
  const [step, setStep] = useState<Step>("read");
  const { permissions } = company;
  const canManage = permissions.invoices === "manage";
  const canMatch = canManage && permissions.transactions === "manage";
  const onClose = (): void => setStep("read");
  return (
    <>
      <p className="sum">
        {invoice.amount_due_cents === 0
          ? "Nothing is due"
          : invoice.amount_due_cents < 0
            ? `Credit of ${amountText(-invoice.amount_due_cents)}`
            : `${amountText(invoice.amount_due_cents)} due`}
      </p>
      <p className="says" dir="auto">
        {invoice.customer_name}
      </p>
      <Facts
        facts={[
          ["Number", invoice.number],
          ["State", invoice.status],
          ["Issued", dayText(invoice.issue_date)],
          ["Due", dayText(invoice.due_date)],
          ["E-mail address", invoice.customer_email],
        ]}
      />
      <Table caption="The lines of the invoice" heads={["Line", "Amount"]}>
        <tbody>
          {invoice.line_items.map((line, at) => (
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
            <AmountCell cents={invoice.total_cents} />
          </tr>
        </tfoot>
      </Table>
      {invoice.amount_paid_cents === 0 ? null : (
        <Facts facts={[["Paid, credited or written off", amountText(invoice.amount_paid_cents)]]} />
      )}
      <Settlers {...{ company, opened, onSay, onTransaction, canManage, canMatch }} />
      {step === "match" ? (
        <Candidates company={company} invoice={invoice} onClose={onClose} onSay={onSay} />
      ) : step === "void" ? (
        <Void company={company} invoice={invoice} onClose={onClose} onSay={onSay} />
      ) : step === "receive" ? (
        <ReceiveForm {...{ company, invoice, onClose, onSay }} id={invoice.id} />
      ) : step !== "read" ? (
        <SettlementForm {...{ company, invoice, onClose, onSay }} id={invoice.id} kind={step} />
      ) : (
        <Steps {...{ invoice, canManage, canMatch }} onStep={setStep} />
      )}
    </>
  );
}

/** All that pays and settles an invoice. */
function Settlers(
  props: Omit<InvoiceViewProps, "id"> & {
    readonly opened: OpenedInvoice;
    readonly canManage: boolean;
    readonly canMatch: boolean;
  },
) {
  const { company, opened, onSay, onTransaction, canManage, canMatch } = props;
  const { invoice, payments, settlements } = opened;
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
                id={invoice.id}
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The buttons of what can be done with an invoice. */
function Steps(props: {
  readonly invoice: Invoice;
  readonly canManage: boolean;
  readonly canMatch: boolean;
  readonly onStep: (step: Step) => void;
}) {
  const { invoice, canManage, canMatch, onStep } = props;
  const { status, amount_due_cents: due } = invoice;
  const isIssued = status === "open" || status === "paid";
  const isUntouched = invoice.amount_paid_cents === 0 && invoice.matched_transaction_ids.length === 0;
  const steps: readonly (readonly [step: Step, label: string, isShown: boolean])[] = [
    ["match", "Match a payment", canMatch && isIssued && due > 0],
    ["receive", "Receive payment", canMatch && isIssued],
    ["credit", "Credit note", canManage && isIssued],
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
  readonly invoice: Invoice;
  readonly onSay: (what: string) => void;
}

/** A payment or a refund, and the step that takes it back. */
function Payment(
  props: Omit<WriteProps, "invoice"> & {
    readonly opened: OpenedInvoice;
    readonly payment: InvoiceMoney;
    readonly canMatch: boolean;
    readonly onOpen: () => void;
  },
) {
  const { company, opened, payment, canMatch, onOpen, onSay } = props;
  const { id, date, amount_cents } = payment;
  const canSee = company.permissions.transactions !== "none";
  const text = `${dayText(date)}: ${amountText(amount_cents)}`;
  const [isAsking, setAsking] = useState(false);
  const unmatch = useInvoiceWrite(
    () => clientOf(company.id).unmatchInvoice(opened.invoice.id, { transaction_id: id }),
    () => onSay("The payment is unmatched. The invoice is due again, and the transaction needs a category."),
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
          <p>
            {amount_cents < 0
              ? "The transaction becomes an uncategorized expense, and the customer has the credit again."
              : "The transaction becomes Uncategorized Income, and the invoice is open again."}
          </p>
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

function partText({ kind, amount_cents, invoice, from_invoice }: Settlement, shown: string): string {
  const amount = amountText(amount_cents);
  if (kind === "fee") return `The fee of ${amount} on ${invoice.number} of ${invoice.customer_name}`;
  return invoice.id === shown
    ? `The ${amount} of credit from ${from_invoice?.number ?? ""}`
    : `The share of ${amount} that settles ${invoice.number} of ${invoice.customer_name}`;
}

/** What goes with a payment that is unmatched: its fees and shares, and credit that nothing covers then. */
function GoesToo({ opened, payment }: { readonly opened: OpenedInvoice; readonly payment: InvoiceMoney }) {
  const { invoice, settlements } = opened;
  const moved = settlements.filter(
    ({ from_invoice, transaction_id, reversed_on }) =>
      from_invoice?.id === invoice.id && transaction_id === null && reversed_on === null,
  );
  return (
    <>
      {payment.parts.length === 0 ? null : (
        <>
          <p>With it go:</p>
          <ul>
            {payment.parts.map((part) => (
              <li key={part.id} dir="auto">
                {partText(part, invoice.id)}
              </li>
            ))}
          </ul>
        </>
      )}
      {moved.length === 0 || payment.amount_cents < 0 ? null : (
        <p>
          Credit that was moved to {moved.map(({ invoice: { number } }) => number).join(", ")} goes back too
          as far as nothing covers it then, the latest first.
        </p>
      )}
    </>
  );
}

function Candidates({ company, invoice, onClose, onSay }: WriteProps & { readonly onClose: () => void }) {
  const candidates = useCandidates(company.id, invoice.id, "match");
  const match = useInvoiceWrite(
    (id: string) => clientOf(company.id).matchInvoice(invoice.id, { transaction_id: id }),
    ({ amount_due_cents }) => {
      onClose();
      onSay(
        amount_due_cents === 0
          ? "The invoice is paid."
          : `The payment is matched. ${amountText(amount_due_cents)} are still due.`,
      );
    },
  );
  return (
    <section aria-label="Payments that fit">
      <h3>Which transaction pays it?</h3>
      <Read query={candidates} what="transactions that fit">
        {({ transactions }) =>
          transactions.length === 0 ? (
            <p className="none">
              No inflow of at most {amountText(invoice.amount_due_cents)} is left that pays nothing yet.
            </p>
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

function Void({ company, invoice, onClose, onSay }: WriteProps & { readonly onClose: () => void }) {
  const write = useInvoiceWrite(
    () => clientOf(company.id).voidInvoice(invoice.id),
    ({ number }) => {
      onClose();
      onSay(`${number} is void.`);
    },
  );
  return (
    <div className="note" role="group" aria-label="Void the invoice">
      <p>
        Its entries leave the books for good, and figures of {dayText(invoice.issue_date)} change; in closed
        books they are reversed on the first open day. The number stays taken. This can't be undone.
      </p>
      <p className="buttons">
        <Button
          className="button primary"
          autoFocus
          isBusy={write.isPending}
          onClick={() => write.mutate(undefined)}
        >
          Void the invoice
        </Button>
        <button type="button" className="button" onClick={onClose}>
          Keep it
        </button>
      </p>
      <Refusal error={write.error} />
    </div>
  );
}
