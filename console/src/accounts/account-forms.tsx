/** The forms of a new account, and of what can be changed of one that is there. */
import type { Account } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Button } from "../kit/button.tsx";
import { categoriesQuery, queryClient } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import type { Choice } from "../kit/choices.ts";
import { Form, SelectField, TextField } from "../kit/form.tsx";
import { useDraft } from "../kit/draft.ts";
import { MarksContext, useMarks } from "../kit/marks.ts";
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

interface BankDraft {
  readonly bank: string;
  readonly last4: string;
}

/** What a statement of the bank says of an account. */
function BankFields(props: {
  readonly draft: BankDraft;
  readonly onWrite: (change: Partial<BankDraft>) => void;
}) {
  const { draft, onWrite } = props;
  return (
    <>
      <TextField
        label="Bank"
        param="institution_name"
        value={draft.bank}
        onText={(bank) => onWrite({ bank })}
      />
      <TextField
        label="Last four digits"
        param="last4"
        value={draft.last4}
        inputMode="numeric"
        maxLength={4}
        pattern="[0-9]{4}"
        onText={(last4) => onWrite({ last4 })}
      />
    </>
  );
}

interface AccountDraft extends BankDraft {
  readonly name: string;
  readonly category: string;
}

/** What a draft changes of an account. */
function changesOf(account: Account, draft: AccountDraft) {
  const [name, bank, last4] = [draft.name.trim(), draft.bank.trim(), draft.last4.trim()];
  return {
    ...(name === account.name ? {} : { name }),
    ...(bank === (account.institution_name ?? "") ? {} : { institution_name: bank === "" ? null : bank }),
    ...(last4 === (account.last4 ?? "") ? {} : { last4: last4 === "" ? null : last4 }),
    ...(draft.category === account.category_id ? {} : { category_id: draft.category }),
  };
}

export function EditAccount(props: {
  readonly company: Company;
  readonly account: Account;
  /** The names of categories; null if the member may not see the chart. */
  readonly categoryName: (id: string) => string | null;
  readonly onSay: (what: string) => void;
}) {
  const { company, account, categoryName, onSay } = props;
  const [draft, write] = useDraft({
    name: account.name,
    bank: account.institution_name ?? "",
    last4: account.last4 ?? "",
    category: account.category_id,
  });
  const choices = useMoneyCategories(company, account.type);
  // An account that has transactions keeps its category.
  const hasTransactions = useQuery({
    queryKey: ["has transactions", company.id, account.id],
    queryFn: async ({ signal }) =>
      (await clientOf(company.id).listTransactions({ account_id: account.id, limit: 1 }, { signal }).first())
        .data.length > 0,
  }).data;
  const changed = changesOf(account, draft);
  const change = useWrite({
    mutationFn: (changes: Parameters<ReturnType<typeof ownOf>["changeAccount"]>[1]) =>
      ownOf(company.id).changeAccount(account.id, changes),
    onSuccess: async ({ name: named }) => {
      await queryClient.invalidateQueries();
      onSay(`${named} is changed.`);
    },
  });
  const { isMarked, ...marks } = useMarks(change.error);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (Object.keys(changed).length > 0) change.mutate(changed);
      }}
    >
      <MarksContext value={marks}>
        <TextField
          label="Name"
          param="name"
          value={draft.name}
          required
          onText={(text) => write({ name: text })}
        />
        <BankFields draft={draft} onWrite={write} />
      </MarksContext>
      {hasTransactions === false && choices.length > 0 ? (
        <LabelledName
          label="Category"
          value={categoryName(draft.category)}
          choices={choices}
          onChoose={({ id }) => write({ category: id ?? account.category_id })}
        />
      ) : hasTransactions === true ? (
        <p className="hint">It has transactions, so it keeps its category.</p>
      ) : null}
      <p className="buttons">
        {Object.keys(changed).length === 0 ? null : (
          <Button type="submit" className="button primary" isBusy={change.isPending}>
            Save
          </Button>
        )}
        <button
          type="button"
          className="button"
          // It stays enabled, so that it keeps the focus, and Escape closes the panel.
          onClick={() => {
            if (!change.isPending) change.mutate({ active: !account.active });
          }}
        >
          {account.active ? "Archive" : "Use again"}
        </button>
      </p>
      {isMarked ? null : <Refusal error={change.error} />}
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
  const [draft, write] = useDraft<
    BankDraft & { name: string; type: Account["type"]; category: string | null }
  >({ name: "", type: "checking", bank: "", last4: "", category: null });
  const { name, type, category } = draft;
  const [bank, last4] = [draft.bank.trim(), draft.last4.trim()];
  const choices = useMoneyCategories(company, type);
  const add = useWrite({
    mutationFn: () =>
      clientOf(company.id).createAccount({
        name,
        type,
        ...(bank === "" ? {} : { institution_name: bank }),
        ...(last4 === "" ? {} : { last4 }),
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
      <TextField
        label="Name"
        param="name"
        value={name}
        required
        autoFocus
        onText={(text) => write({ name: text })}
      />
      <SelectField
        label="Kind"
        value={type}
        choices={types.map((word) => [word, TYPE_NAMES[word]] as const)}
        onChoose={(word) =>
          write({ type: types.find((each) => each === word) ?? "checking", category: null })
        }
      />
      <BankFields draft={draft} onWrite={write} />
      {choices.length === 0 ? null : (
        <LabelledName
          label="Category"
          value={choices.find(({ id }) => id === category)?.name ?? OWN}
          choices={[{ id: null, name: OWN }, ...choices]}
          onChoose={({ id }) => write({ category: id })}
        />
      )}
    </Form>
  );
}
