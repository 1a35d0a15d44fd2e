/**
 * The form of a new invoice. Each line shows its amount, which is sent too: the service refuses the invoice
 * if it computes another one.
 */
import { lineCents, readQuantity } from "@daybook/words/invoice-lines";
import type { Category, Invoice } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { categoriesQuery } from "../api/queries.ts";
import { clientOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { amountText } from "../kit/amounts.ts";
import { centsOf } from "../kit/typed-amounts.ts";
import type { Choice } from "../kit/choices.ts";
import { today } from "../kit/dates.ts";
import { DayInput } from "../kit/day-input.tsx";
import { Form, TextField } from "../kit/form.tsx";
import { LabelledName } from "../kit/name-field.tsx";
import { leavesOf } from "../parts/leaves.ts";
import { useInvoiceWrite } from "./queries.ts";

interface Line {
  readonly key: number;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  /** Null for the company's sales. */
  readonly category: string | null;
}

const EMPTY_LINE = { description: "", quantity: "1", unit: "", category: null } as const;

/** Types of categories that lines are credited to. */
const LINE_TYPES: readonly Category["account_type"][] = ["revenue", "other_income", "liability"];

/** Categories without children that a line may be credited to, by the service's order. */
function useLineCategories(company: Company): readonly Choice[] {
  const { data } = useQuery({
    ...categoriesQuery(company.id),
    enabled: company.permissions.accounting_setup !== "none",
  });
  return useMemo(
    () => [
      { id: null, name: "The company's sales" },
      ...leavesOf(data ?? []).filter(({ account_type }) => LINE_TYPES.includes(account_type)),
    ],
    [data],
  );
}

function amountOf({ quantity, unit }: Line): number | null {
  const [parts, cents] = [quantityOf(quantity), centsOf(unit)];
  return parts === null || cents === null ? null : lineCents(parts, cents);
}

/** The ten thousandths of a quantity that is written with at most four decimals; null if it is none. */
function quantityOf(text: string): number | null {
  return /^(?=.*\d)\d*(?:\.\d{0,4})?$/.test(text.trim()) ? readQuantity(Number(text)) : null;
}

const FIELDS = ["customer_name", "customer_email", "number", "issue_date", "due_date"] as const;
type Field = (typeof FIELDS)[number];

interface Days {
  readonly issue_date: string;
  readonly due_date: string;
}

function InvoiceDays(props: { readonly given: Days; readonly onWrite: (days: Partial<Days>) => void }) {
  const { given, onWrite } = props;
  const isWrong = given.due_date < given.issue_date;
  return (
    <>
      <DayInput
        label="Day of issue"
        param="issue_date"
        isRequired
        value={given.issue_date}
        onDay={(issue_date) => onWrite({ issue_date })}
      />
      <DayInput
        label="Due"
        param="due_date"
        isRequired
        value={given.due_date}
        problem={isWrong ? "An invoice is due on its day of issue or later." : null}
        onDay={(due_date) => onWrite({ due_date })}
      />
    </>
  );
}

export function NewInvoiceForm(props: {
  readonly company: Company;
  readonly onClose: () => void;
  readonly onIssued: (invoice: Invoice) => void;
}) {
  const { company, onClose, onIssued } = props;
  const categories = useLineCategories(company);
  const [given, setGiven] = useState<Readonly<Record<Field, string>>>(() => ({
    customer_name: "",
    customer_email: "",
    number: "",
    issue_date: today(),
    due_date: today(),
  }));
  const [lines, setLines] = useState<readonly Line[]>([{ key: 0, ...EMPTY_LINE }]);
  const [problem, setProblem] = useState<string | null>(null);
  const issue = useInvoiceWrite(
    () =>
      clientOf(company.id).createInvoice({
        customer_name: given.customer_name,
        issue_date: given.issue_date,
        due_date: given.due_date,
        ...(given.customer_email === "" ? {} : { customer_email: given.customer_email }),
        ...(given.number === "" ? {} : { number: given.number }),
        line_items: lines.map((line) => ({
          description: line.description,
          quantity: Number(line.quantity),
          unit_amount_cents: centsOf(line.unit) ?? 0,
          amount_cents: amountOf(line) ?? 0,
          ...(line.category === null ? {} : { category_id: line.category }),
        })),
      }),
    onIssued,
  );
  const amounts = lines.map(amountOf);
  const total = amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
  const send = (): void => {
    const bad = amounts.indexOf(null);
    setProblem(
      bad === -1
        ? null
        : `Line ${bad + 1} needs a quantity with at most four decimals, and a price in dollars and cents.`,
    );
    if (bad === -1) issue.mutate(undefined);
  };
  const field = (name: Field, label: string, more: object = {}) => (
    <TextField
      label={label}
      name={name}
      value={given[name]}
      autoComplete="off"
      param={name}
      onText={(text) => setGiven({ ...given, [name]: text })}
      {...more}
    />
  );
  const change = (at: number, changed: Partial<Line>): void =>
    setLines(lines.map((line, place) => (place === at ? { ...line, ...changed } : line)));
  return (
    <Form
      verb="Issue the invoice"
      isBusy={issue.isPending}
      error={issue.error}
      onSend={send}
      onClose={onClose}
    >
      {field("customer_name", "Customer", { required: true, autoFocus: true })}
      {field("customer_email", "Customer's e-mail address", {
        type: "email",
        note: "Only kept. No mail is sent.",
      })}
      {field("number", "Number", { note: "Left empty: the next of the company's own series." })}
      <InvoiceDays given={given} onWrite={(days) => setGiven({ ...given, ...days })} />
      {lines.map((line, at) => (
        <fieldset key={line.key} className="in-line">
          <legend>
            Line {at + 1}: {amountText(amounts[at] ?? 0)}
          </legend>
          <TextField
            label="What is billed"
            value={line.description}
            required
            onText={(description) => change(at, { description })}
          />
          <div className="in-pair">
            <TextField
              label="Quantity"
              inputMode="decimal"
              value={line.quantity}
              required
              onText={(quantity) => change(at, { quantity })}
            />
            <TextField
              label="Price of one, in dollars"
              inputMode="decimal"
              value={line.unit}
              required
              onText={(unit) => change(at, { unit })}
            />
          </div>
          <LabelledName
            label="Category"
            value={categories.find(({ id }) => id === line.category)?.name ?? null}
            choices={categories}
            onChoose={({ id }) => change(at, { category: id })}
          />
          {lines.length === 1 ? null : (
            <button
              type="button"
              className="button"
              onClick={() => setLines(lines.filter(({ key }) => key !== line.key))}
            >
              Take line {at + 1} away
            </button>
          )}
        </fieldset>
      ))}
      <p className="buttons">
        <button
          type="button"
          className="button"
          onClick={() =>
            setLines([...lines, { key: Math.max(...lines.map(({ key }) => key)) + 1, ...EMPTY_LINE }])
          }
        >
          Add a line
        </button>
      </p>
      <p className="sum" role="status">
        Total {amountText(total)}
      </p>
      {problem === null ? null : (
        <p className="note" role="alert">
          {problem}
        </p>
      )}
    </Form>
  );
}
