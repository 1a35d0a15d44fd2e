/** Makes a rule of a transaction. The rule is tried on the past before it is made. */
import type { RuleCondition, Transaction } from "@daybook/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryClient, useTransaction } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import { amountText } from "../parts/amounts.ts";
import { dayText } from "../parts/dates.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Read } from "../parts/read.tsx";
import { NameField } from "./name-field.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { useSending } from "./sending.tsx";
import type { Scene } from "./scene.ts";

interface DialogProps {
  readonly scene: Scene;
  readonly id: string;
  readonly onClose: () => void;
}

export function RuleDialog({ scene, id, onClose }: DialogProps) {
  return (
    <Dialog title="Make a rule of this" onClose={onClose}>
      <Read query={useTransaction(scene.company.id, id)} what="the transaction">
        {(transaction) => <RuleForm scene={scene} transaction={transaction} onClose={onClose} />}
      </Read>
    </Dialog>
  );
}

type Field = "merchant_name" | "description";

const FIELD_NAMES: Readonly<Record<Field, string>> = {
  merchant_name: "The merchant",
  description: "The text of the bank",
};
const OPERATORS = {
  equals: "is",
  contains: "contains",
  starts_with: "begins with",
  ends_with: "ends with",
} as const;
type Operator = keyof typeof OPERATORS;

function RuleForm(props: {
  readonly scene: Scene;
  readonly transaction: Transaction;
  readonly onClose: () => void;
}) {
  const { scene, transaction, onClose } = props;
  const { names, company, edits, reload } = scene;
  const { merchant_name, description, account_id, account_name, amount_cents } = transaction;
  const [name, setName] = useState(merchant_name ?? description.slice(0, 60));
  const [field, setField] = useState<Field>(merchant_name === null ? "description" : "merchant_name");
  const [operator, setOperator] = useState<Operator>("equals");
  const [value, setValue] = useState(merchant_name ?? description);
  const [ofAccount, setOfAccount] = useState(false);
  const [ofSign, setOfSign] = useState(true);
  const [ofPast, setOfPast] = useState(true);
  const [category, setCategory] = useState(transaction.categorized ? transaction.category_id : null);
  const [department, setDepartment] = useState(transaction.department_id);
  const { isBusy, error, send } = useSending();
  const conditions: RuleCondition[] = [
    { field, operator, value: value.trim() },
    ...(ofAccount ? [{ field: "account_id", operator: "equals", value: account_id } as const] : []),
    ...(ofSign
      ? [
          {
            field: "amount_cents",
            operator: amount_cents < 0 ? "less_than" : "greater_than",
            value: 0,
          } as const,
        ]
      : []),
  ];
  const isReady = value.trim() !== "" && category !== null && name.trim() !== "";
  const trial = useQuery({
    queryKey: ["rule trial", company.id, conditions, category],
    enabled: value.trim() !== "" && category !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      ownOf(company.id).tryRule({ conditions, category_id: category ?? "" }, { signal }),
  });
  const submit = (): void =>
    send(async () => {
      await clientOf(company.id).createRule({
        name: name.trim(),
        conditions,
        category_id: category ?? "",
        department_id: department,
        apply_to_existing_transactions: ofPast,
      });
      await queryClient.invalidateQueries({ queryKey: ["rules", company.id] });
      const past = ofPast ? " It is being applied to what is uncategorized." : "";
      edits.say({ kind: "done", text: `The rule was made.${past}`, canUndo: false });
      reload();
      onClose();
    });
  const texts = { merchant_name, description };
  return (
    <form
      className="tx-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) submit();
      }}
    >
      <label>
        Name of the rule
        <input dir="auto" maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <div className="tx-condition">
        <select
          aria-label="Field"
          value={field}
          onChange={(event) => {
            const chosen = event.target.value as Field;
            setField(chosen);
            setValue(texts[chosen] ?? "");
          }}
        >
          {(Object.keys(FIELD_NAMES) as Field[]).map((each) => (
            <option key={each} value={each}>
              {FIELD_NAMES[each]}
            </option>
          ))}
        </select>
        <select
          aria-label="Comparison"
          value={operator}
          onChange={(event) => setOperator(event.target.value as Operator)}
        >
          {(Object.keys(OPERATORS) as Operator[]).map((each) => (
            <option key={each} value={each}>
              {OPERATORS[each]}
            </option>
          ))}
        </select>
        <input
          aria-label="Letters"
          dir="auto"
          maxLength={1_000}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </div>
      <label className="tx-tick">
        <input type="checkbox" checked={ofSign} onChange={() => setOfSign(!ofSign)} />
        only money that {amount_cents < 0 ? "goes out" : "comes in"}
      </label>
      <label className="tx-tick">
        <input type="checkbox" checked={ofAccount} onChange={() => setOfAccount(!ofAccount)} />
        <span>
          only on <span dir="auto">{account_name}</span>
        </span>
      </label>
      <NameField
        label="Category"
        value={names.nameOf(category)}
        choices={names.categories}
        onChoose={({ id }) => setCategory(id)}
      />
      {company.features.includes("departments") ? (
        <NameField
          label="Department"
          value={names.nameOf(department)}
          choices={names.departments}
          onChoose={({ id }) => setDepartment(id)}
        />
      ) : null}
      <label className="tx-tick">
        <input type="checkbox" checked={ofPast} onChange={() => setOfPast(!ofPast)} />
        apply it to what is uncategorized now
      </label>
      <section className="tx-preview" aria-label="Tried on the past">
        {category === null ? <p>Choose a category to try the rule on the past.</p> : null}
        {trial.data === undefined && trial.error === null ? null : (
          <Read query={trial} what="what it would have done">
            {(tried) => <Trial tried={tried} />}
          </Read>
        )}
      </section>
      <Refusal error={error} />
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={!isReady || isBusy}>
          Make the rule
        </button>
      </div>
    </form>
  );
}

type Tried = Awaited<ReturnType<ReturnType<typeof ownOf>["tryRule"]>>;

function Trial({ tried }: { readonly tried: Tried }) {
  const number = (count: number): string => count.toLocaleString("en-US");
  return (
    <>
      <p role="status">
        It meets {number(tried.matches)} of {tried.is_whole ? "all" : "the latest"} {number(tried.examined)}{" "}
        transactions: {number(tried.uncategorized)} uncategorized, {number(tried.agreeing)} with this
        category.
      </p>
      {tried.others.length === 0 ? null : (
        <p className="note">
          Others have been categorized differently:{" "}
          {tried.others
            .slice(0, 5)
            .map(({ category_name, matches }) => `${category_name} (${number(matches)})`)
            .join(", ")}
          . They stay as they are.
        </p>
      )}
      <ul className="tx-lines">
        {tried.samples.slice(0, 6).map((row) => (
          <li key={row.id}>
            <span className="what" dir="auto">
              {row.merchant_name ?? row.description}
              <small>
                {dayText(row.date)}, {row.category_name ?? "split or transfer"}
              </small>
            </span>
            <span className="n">{amountText(row.amount_cents)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
