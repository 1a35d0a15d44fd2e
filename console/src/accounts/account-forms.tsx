/** The forms of a new account, and of what can be changed of one that is there. */
import type { Account } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Button } from "../kit/button.tsx";
import { categoriesQuery, queryClient } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import type { Choice } from "../kit/choices.ts";
import { Form, SelectField, TextField } from "../kit/form.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { LabelledName } from "../kit/name-field.tsx";
import { useWrite } from "../parts/use-write.ts";

export const TYPE_NAMES: Readonly<Record<Account["type"], string>> = {
  checking: "Checking",
  savings: "Savings",
  credit: "Credit card",
  other: "Other",
};

/** The categories on which an account of a kind can be booked. */
function useMoneyCategories(company: Company, type: Account["type"]): readonly Choice[] {
  const categories = useQuery({
    ...categoriesQuery(company.id),
    enabled: company.permissions.accounting_setup !== "none",
  }).data;
  return useMemo(() => {
    const all = categories ?? [];
    const parents = new Set(all.map(({ parent_id }) => parent_id));
    const wanted = type === "credit" ? "liability" : "asset";
    return all.filter(({ id, account_type }) => account_type === wanted && !parents.has(id));
  }, [categories, type]);
}

/** What a statement of the bank says of an account. */
function BankFields(props: {
  readonly bank: string;
  readonly onBank: (bank: string) => void;
  readonly last4: string;
  readonly onLast4: (last4: string) => void;
}) {
  const { bank, onBank, last4, onLast4 } = props;
  return (
    <>
      <TextField label="Bank" value={bank} onText={onBank} />
      <TextField
        label="Last four digits"
        value={last4}
        inputMode="numeric"
        maxLength={4}
        pattern="[0-9]{4}"
        onText={onLast4}
      />
    </>
  );
}

export function EditAccount(props: {
  readonly company: Company;
  readonly account: Account;
  /** The names of categories; null if the member may not see the chart. */
  readonly categoryName: (id: string) => string | null;
  readonly onSay: (what: string) => void;
}) {
  const { company, account, categoryName, onSay } = props;
  const [name, setName] = useState(account.name);
  const [bank, setBank] = useState(account.institution_name ?? "");
  const [last4, setLast4] = useState(account.last4 ?? "");
  const [category, setCategory] = useState(account.category_id);
  const choices = useMoneyCategories(company, account.type);
  // An account that has transactions keeps its category.
  const hasTransactions = useQuery({
    queryKey: ["has transactions", company.id, account.id],
    queryFn: async ({ signal }) =>
      (await clientOf(company.id).listTransactions({ account_id: account.id, limit: 1 }, { signal }).first())
        .data.length > 0,
  }).data;
  const changed = {
    ...(name.trim() === account.name ? {} : { name }),
    ...(bank.trim() === (account.institution_name ?? "")
      ? {}
      : { institution_name: bank.trim() === "" ? null : bank.trim() }),
    ...(last4.trim() === (account.last4 ?? "") ? {} : { last4: last4.trim() === "" ? null : last4.trim() }),
    ...(category === account.category_id ? {} : { category_id: category }),
  };
  const write = useWrite({
    mutationFn: (change: Parameters<ReturnType<typeof ownOf>["changeAccount"]>[1]) =>
      ownOf(company.id).changeAccount(account.id, change),
    onSuccess: async ({ name: named }) => {
      await queryClient.invalidateQueries();
      onSay(`${named} is changed.`);
    },
  });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (Object.keys(changed).length > 0) write.mutate(changed);
      }}
    >
      <TextField label="Name" value={name} required onText={setName} />
      <BankFields bank={bank} onBank={setBank} last4={last4} onLast4={setLast4} />
      {hasTransactions === false && choices.length > 0 ? (
        <LabelledName
          label="Category of its money"
          value={categoryName(category)}
          choices={choices}
          onChoose={({ id }) => setCategory(id ?? account.category_id)}
        />
      ) : hasTransactions === true ? (
        <p className="hint">It has transactions, so it keeps its category.</p>
      ) : null}
      <p className="buttons">
        {Object.keys(changed).length === 0 ? null : (
          <Button type="submit" className="button primary" isBusy={write.isPending}>
            Save
          </Button>
        )}
        <button
          type="button"
          className="button"
          // It stays enabled, so that it keeps the focus, and Escape closes the panel.
          onClick={() => {
            if (!write.isPending) write.mutate({ active: !account.active });
          }}
        >
          {account.active ? "Mark as not in use" : "Mark as in use"}
        </button>
      </p>
      <Refusal error={write.error} />
    </form>
  );
}

/** The category that a new account gets if none is chosen. */
const OWN = "One of its own";

export function AddAccount(props: {
  readonly company: Company;
  readonly onClose: () => void;
  readonly onAdded: (account: Account) => void;
}) {
  const { company, onClose, onAdded } = props;
  const [name, setName] = useState("");
  const [type, setType] = useState<Account["type"]>("checking");
  const [bank, setBank] = useState("");
  const [last4, setLast4] = useState("");
  const [category, setCategory] = useState<string | null>(null);
  const choices = useMoneyCategories(company, type);
  const add = useWrite({
    mutationFn: () =>
      clientOf(company.id).createAccount({
        name,
        type,
        ...(bank.trim() === "" ? {} : { institution_name: bank.trim() }),
        ...(last4.trim() === "" ? {} : { last4: last4.trim() }),
        ...(category === null ? {} : { category_id: category }),
      }),
    onSuccess: async (account) => {
      await queryClient.invalidateQueries();
      onAdded(account);
    },
  });
  const types = Object.keys(TYPE_NAMES) as Account["type"][];
  return (
    <Form
      verb="Add the account"
      isBusy={add.isPending}
      error={add.error}
      onSend={() => add.mutate()}
      onClose={onClose}
    >
      <TextField label="Name" value={name} required autoFocus onText={setName} />
      <SelectField
        label="Kind"
        value={type}
        choices={types.map((word) => [word, TYPE_NAMES[word]] as const)}
        onChoose={(word) => {
          setType(types.find((each) => each === word) ?? "checking");
          setCategory(null);
        }}
      />
      <BankFields bank={bank} onBank={setBank} last4={last4} onLast4={setLast4} />
      {choices.length === 0 ? null : (
        <LabelledName
          label="Category of its money"
          value={choices.find(({ id }) => id === category)?.name ?? OWN}
          choices={[{ id: null, name: OWN }, ...choices]}
          onChoose={({ id }) => setCategory(id)}
        />
      )}
    </Form>
  );
}
