/**
 * The bank and card accounts with their balances, and the cards that they settle. An account leads to its
 * transactions and to the entries of its category.
 */
import type { Account, Card } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { categoriesQuery } from "../api/queries.ts";
import type { AccountConnection } from "../api/generated/schemas.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Tag, type TagLook } from "../kit/tag.tsx";
import { DataTable, type TableColumn } from "../kit/data-table.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { useGo } from "../parts/go.ts";
import { amountText } from "../kit/amounts.ts";
import { Facts } from "../kit/facts.tsx";
import { useFocusBack } from "../kit/focus-back.ts";
import { Panel } from "../kit/panel.tsx";
import { EmptyState } from "../kit/states.tsx";
import { dayOfText, timeText } from "../kit/times.ts";
import { AddAccount, EditAccount, TYPE_NAMES } from "./account-forms.tsx";
import "../style/lists.css";
import { companyPage } from "../parts/company-page.tsx";
import { Read } from "../parts/read.tsx";

/** The query of the address. */
interface Search {
  readonly account?: string | undefined;
  readonly card?: string | undefined;
  /** `add` opens the form of a new account. */
  readonly do?: string | undefined;
}

const CLOSED: Search = { account: undefined, card: undefined, do: undefined };

export const AccountsPage = companyPage("Accounts", AccountsOf);

interface Scene {
  readonly company: Company;
  readonly accounts: readonly Account[];
  readonly cards: readonly Card[];
  readonly connectionOf: (account: string) => AccountConnection | undefined;
  /** The names of categories; null if the member may not see the chart. */
  readonly categoryName: (id: string) => string | null;
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
  readonly onSay: (what: string) => void;
}

/** Reads the accounts, their connections and the cards. */
function useAccounts(company: string) {
  return useQuery({
    queryKey: ["accounts page", company],
    queryFn: async ({ signal }) => {
      const [accounts, cards, connections] = await Promise.all([
        clientOf(company).listAccounts({}, { signal }).all(),
        clientOf(company).listCards({}, { signal }).all(),
        ownOf(company).listAccountConnections({ signal }).all(),
      ]);
      return { accounts, cards, connections };
    },
  });
}

function AccountsOf({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/accounts" });
  const [said, setSaid] = useState("");
  const go = useGo<Search>("/c/$company/accounts");
  const query = useAccounts(company.id);
  const categories = useQuery({
    ...categoriesQuery(company.id),
    enabled: company.permissions.accounting_setup !== "none",
  }).data;
  const names = useMemo(() => new Map(categories?.map(({ id, name }) => [id, name])), [categories]);
  const canManage = company.permissions.transactions === "manage";
  const scene: Scene = {
    company,
    accounts: query.data?.accounts ?? [],
    cards: query.data?.cards ?? [],
    connectionOf: (account) => query.data?.connections.find(({ account_id }) => account_id === account),
    categoryName: (id) => names.get(id) ?? null,
    search,
    go,
    onSay: setSaid,
  };
  const isOpen =
    search.account !== undefined || search.card !== undefined || (search.do === "add" && canManage);
  return (
    <>
      <PageHead title="Accounts">
        {canManage ? (
          <button
            type="button"
            className="button primary"
            data-opens="add"
            onClick={() => go({ ...CLOSED, do: "add" })}
          >
            Add an account
          </button>
        ) : null}
      </PageHead>
      <p className="says" role="status" dir="auto">
        {said}
      </p>
      <Read isMain query={query} what="the accounts">
        {() => (
          <div className={isOpen ? "split open" : "split"}>
            <div className="sheet">
              <Lists {...scene} />
            </div>
            {isOpen ? <Beside {...scene} /> : null}
          </div>
        )}
      </Read>
    </>
  );
}

function Lists(scene: Scene) {
  const { accounts, cards } = scene;
  if (accounts.length === 0)
    return (
      <EmptyState isBelow title="No accounts yet">
        <p>
          An account is one at a bank, or of credit cards. Its transactions come from a live connection, or
          from files of the bank.
        </p>
      </EmptyState>
    );
  return (
    <>
      <AccountTable {...scene} />
      {cards.length === 0 ? null : <CardTable {...scene} />}
    </>
  );
}

/** The state of an account's feed: how it looks, and a word or two. */
function stateOf({ active }: Account, connection: AccountConnection | undefined): readonly [TagLook, string] {
  if (!active) return ["plain", "Archived"];
  if (connection?.status === "requires_reconnect") return ["warn", "Sign in again"];
  return connection === undefined ? ["plain", "From files"] : ["good", "Connected"];
}

function AccountTable({ accounts, connectionOf, search, go }: Scene) {
  const columns: readonly TableColumn<Account>[] = [
    { head: "Account", cell: ({ name }) => name, by: ({ name }) => name },
    {
      head: "Bank",
      cell: (account) => account.institution_name,
      by: (account) => account.institution_name ?? "",
      isWide: true,
    },
    {
      head: "Kind",
      cell: ({ type }) => TYPE_NAMES[type],
      by: ({ type }) => TYPE_NAMES[type],
      isWide: true,
    },
    { head: "Last 4", cell: ({ last4 }) => last4 },
    {
      head: "Feed",
      cell: (account) => {
        const [look, text] = stateOf(account, connectionOf(account.id));
        return <Tag look={look}>{text}</Tag>;
      },
      by: (account) => stateOf(account, connectionOf(account.id))[1],
    },
    {
      head: "Balance",
      cell: (account) => account.balance_cents,
      by: (account) => account.balance_cents,
      kind: "amount",
    },
  ];
  return (
    <DataTable
      caption="Accounts in the order in which they were added"
      columns={columns}
      rows={accounts}
      keyOf={({ id }) => id}
      opened={search.account}
      onOpen={({ id }) => go({ ...CLOSED, account: id })}
    />
  );
}

function CardTable({ accounts, cards, search, go }: Scene) {
  const paidFrom = (card: Card): string => accounts.find(({ id }) => id === card.account_id)?.name ?? "";
  const columns: readonly TableColumn<Card>[] = [
    { head: "Card", cell: ({ name }) => name, by: ({ name }) => name },
    { head: "Last 4", cell: ({ last4 }) => last4 },
    {
      head: "Holder",
      cell: (card) => card.cardholder_name,
      by: (card) => card.cardholder_name ?? "",
      isWide: true,
    },
    { head: "Paid from", cell: paidFrom, by: paidFrom, isWide: true },
    { head: "State", cell: ({ status }) => status, by: ({ status }) => status },
  ];
  return (
    <>
      <h2 className="list-title">Cards</h2>
      <DataTable
        caption="Cards in the order in which they were added"
        columns={columns}
        rows={cards}
        keyOf={({ id }) => id}
        opened={search.card}
        onOpen={({ id }) => go({ ...CLOSED, card: id })}
      />
    </>
  );
}

function Beside(scene: Scene) {
  const { company, accounts, cards, search, go, onSay } = scene;
  const opened = search.do === "add" ? "add" : (search.account ?? search.card ?? "");
  useFocusBack(`[data-opens="${CSS.escape(opened)}"]`);
  const close = useCallback(() => go(CLOSED), [go]);
  const panel = { onClose: close, focusKey: opened };
  if (search.do === "add")
    return (
      <Panel {...panel} name="New account" title="New account">
        <AddAccount
          company={company}
          onClose={close}
          onAdded={({ id, name }) => {
            go({ ...CLOSED, account: id });
            onSay(`${name} is added.`);
          }}
        />
      </Panel>
    );
  const account = accounts.find(({ id }) => id === search.account);
  if (account !== undefined)
    return (
      <Panel {...panel} name="Account" title={account.name}>
        <AccountView {...scene} account={account} />
      </Panel>
    );
  const card = cards.find(({ id }) => id === search.card);
  if (card !== undefined)
    return (
      <Panel {...panel} name="Card" title={card.name}>
        <CardView {...scene} card={card} />
      </Panel>
    );
  return (
    <Panel {...panel} name="Account" title="No such account">
      <p className="none">It is not there, or the address is wrong.</p>
    </Panel>
  );
}

function AccountView(scene: Scene & { readonly account: Account }) {
  const { company, account, connectionOf, categoryName } = scene;
  const connection = connectionOf(account.id);
  return (
    <>
      <p className="sum">{amountText(account.balance_cents)}</p>
      <p className="says">
        {account.type === "credit"
          ? "The sum of its transactions; what the company owes is negative."
          : "The sum of its transactions that are not excluded."}
      </p>
      <Facts
        facts={[
          ["Bank", account.institution_name],
          ["Kind", TYPE_NAMES[account.type]],
          ["Last four digits", account.last4],
          ["State", account.active ? "in use" : "not in use"],
          ["Category", categoryName(account.category_id)],
          ["Connection", connection === undefined ? "none; lines come from files" : connection.vendor],
          [
            "State of the connection",
            connection?.status === "requires_reconnect"
              ? "a person has to sign in at the bank again"
              : connection?.status.replaceAll("_", " "),
          ],
          ["Last read", timeOf(connection?.pulled_at)],
          ["About it", connection?.detail],
          ["Added", dayOfText(account.created)],
          ["Id", <code key="id">{account.id}</code>],
        ]}
      />
      <p className="buttons">
        <Link
          className="button"
          to="/c/$company/transactions"
          params={{ company: company.id }}
          search={{ account: account.id }}
        >
          Its transactions
        </Link>
        <Link
          className="button"
          to="/c/$company/accounts/$account/reconcile"
          params={{ company: company.id, account: account.id }}
        >
          Reconcile
        </Link>
        {company.permissions.reports === "none" ? null : (
          <Link
            className="button"
            to="/c/$company/journal"
            params={{ company: company.id }}
            search={{ category: account.category_id }}
          >
            Its entries in the ledger
          </Link>
        )}
      </p>
      {company.permissions.transactions === "manage" ? (
        <EditAccount
          key={account.id}
          company={company}
          account={account}
          categoryName={categoryName}
          onSay={scene.onSay}
        />
      ) : null}
    </>
  );
}

const timeOf = (seconds: number | null | undefined): string | null =>
  seconds === null || seconds === undefined ? null : timeText(seconds);

function CardView({ accounts, card, go }: Scene & { readonly card: Card }) {
  const account = accounts.find(({ id }) => id === card.account_id);
  return (
    <>
      <Facts
        facts={[
          ["Holder", card.cardholder_name],
          ["Network", card.brand],
          ["Last four digits", card.last4],
          ["State", card.status],
          ["Paid from", account?.name],
          ["Added", dayOfText(card.created)],
          ["Id", <code key="id">{card.id}</code>],
        ]}
      />
      {account === undefined ? null : (
        <p>
          <button type="button" className="button" onClick={() => go({ ...CLOSED, account: account.id })}>
            Open its account
          </button>
        </p>
      )}
    </>
  );
}
