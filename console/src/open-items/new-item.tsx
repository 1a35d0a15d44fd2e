/**
 * The form of a new invoice or bill. Each line shows its amount, which is sent too: the service refuses it if
 * it computes another one.
 */
import { lineCents, readQuantity } from "@daybook/words/invoice-lines";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { categoriesQuery } from "../api/queries.ts";
import type { Company } from "../api/types.ts";
import { amountText } from "../kit/amounts.ts";
import { centsOf } from "../kit/typed-amounts.ts";
import type { Choice } from "../kit/choices.ts";
import { today } from "../kit/dates.ts";
import { DayInput } from "../kit/day-input.tsx";
import { Form, TextField } from "../kit/form.tsx";
import { LabelledName } from "../kit/name-field.tsx";
import { leavesOf } from "../parts/leaves.ts";
import type { Named } from "./items.ts";
import { useItemWrite } from "./queries.ts";
import { useSide } from "./side.ts";

interface Line {
  readonly key: number;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  /** Null for the company's sales. */
  readonly category: string | null;
}

const EMPTY_LINE = { description: "", quantity: "1", unit: "", category: null } as const;

/** Categories without children that a line may be booked on, by the service's order. */
function useLineCategories(company: Company): readonly Choice[] {
  const { words, lineTypes } = useSide();
  const { data } = useQuery({
    ...categoriesQuery(company.id),
    enabled: company.permissions.accounting_setup !== "none",
  });
  return useMemo(
    () => [
      ...(words.defaultCategory === null ? [] : [{ id: null, name: words.defaultCategory }]),
      ...leavesOf(data ?? []).filter(({ account_type }) => lineTypes.includes(account_type)),
    ],
    [data, words, lineTypes],
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

/** What the service calls the fields of a party. */
const PARAMS: Readonly<Record<"invoices" | "bills", Partial<Record<string, string>>>> = {
  invoices: { party_name: "customer_name", party_email: "customer_email" },
  bills: { party_name: "vendor_name", party_email: "vendor_email" },
};

const FIELDS = ["party_name", "party_email", "number", "vendor_number", "issue_date", "due_date"] as const;
type Field = (typeof FIELDS)[number];

interface Days {
  readonly issue_date: string;
  readonly due_date: string;
}

function ItemDays(props: { readonly given: Days; readonly onWrite: (days: Partial<Days>) => void }) {
  const { given, onWrite } = props;
  const { words } = useSide();
  const isWrong = given.due_date < given.issue_date;
  return (
    <>
      <DayInput
        label={words.dayOfIssue}
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
        problem={isWrong ? words.dueBefore : null}
        onDay={(due_date) => onWrite({ due_date })}
      />
    </>
  );
}

export function NewItemForm(props: {
  readonly company: Company;
  readonly onClose: () => void;
  readonly onIssued: (item: Named) => void;
}) {
  const { company, onClose, onIssued } = props;
  const { area, calls, words } = useSide();
  const isBill = area === "bills";
  const categories = useLineCategories(company);
  const [given, setGiven] = useState<Readonly<Record<Field, string>>>(() => ({
    party_name: "",
    party_email: "",
    number: "",
    vendor_number: "",
    issue_date: today(),
    due_date: today(),
  }));
  const [lines, setLines] = useState<readonly Line[]>([{ key: 0, ...EMPTY_LINE }]);
  const [problem, setProblem] = useState<string | null>(null);
  const issue = useItemWrite(
    () =>
      calls.create(company.id, {
        ...given,
        lines: lines.map((line) => ({
          description: line.description,
          quantity: Number(line.quantity),
          unit_amount_cents: centsOf(line.unit) ?? 0,
          amount_cents: amountOf(line) ?? 0,
          category: line.category,
        })),
      }),
    onIssued,
  );
  const amounts = lines.map(amountOf);
  const total = amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
  const send = (): void => {
    const bad = amounts.indexOf(null);
    const without = isBill ? lines.findIndex(({ category }) => category === null) : -1;
    setProblem(
      bad !== -1
        ? `Line ${bad + 1} needs a quantity with at most four decimals, and a price in dollars and cents.`
        : without !== -1
          ? `Line ${without + 1} needs a category.`
          : null,
    );
    if (bad === -1 && without === -1) issue.mutate(undefined);
  };
  const field = (name: Field, label: string, more: object = {}) => (
    <TextField
      label={label}
      name={name}
      value={given[name]}
      autoComplete="off"
      param={PARAMS[area][name] ?? name}
      onText={(text) => setGiven({ ...given, [name]: text })}
      {...more}
    />
  );
  const change = (at: number, changed: Partial<Line>): void =>
    setLines(lines.map((line, place) => (place === at ? { ...line, ...changed } : line)));
  return (
    <Form verb={words.issue} isBusy={issue.isPending} error={issue.error} onSend={send} onClose={onClose}>
      {field("party_name", words.Party, { required: true, autoFocus: true })}
      {field("party_email", `${words.Party}'s e-mail address`, { type: "email", note: words.noMail })}
      {isBill
        ? field("vendor_number", "Vendor’s number", { note: "As it stands on the bill." })
        : field("number", "Number", { note: "Left empty: the next of the company's own series." })}
      <ItemDays given={given} onWrite={(days) => setGiven({ ...given, ...days })} />
      {lines.map((line, at) => (
        <fieldset key={line.key} className="in-line">
          <legend>
            Line {at + 1}: {amountText(amounts[at] ?? 0)}
          </legend>
          <TextField
            label={words.what}
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
