/**
 * Invoices: the list with its filters, receivables by age, and beside them one invoice or the form of a new
 * one. All of the page's state is in its address.
 */
import type { Invoice } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { sessionQuery } from "../api/queries.ts";
import type { Company } from "../api/types.ts";
import { DataTable, type TableColumn } from "../kit/data-table.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Tag } from "../kit/tag.tsx";
import { useGo } from "../parts/go.ts";
import { FilterBar, FilterChoice, FilterDay, FilterDays, FilterText } from "../kit/filters.tsx";
import { dayText, isDay, today } from "../kit/dates.ts";
import { useFocusBack } from "../kit/focus-back.ts";
import { useInSight } from "../parts/in-sight.ts";
import { Panel } from "../kit/panel.tsx";
import { EmptyState, Loading, ProblemState } from "../kit/states.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { TransactionView } from "../parts/transaction.tsx";
import { usePageCommands } from "../shell/commands.ts";
import { InvoiceView } from "./invoice.tsx";
import { NewInvoiceForm } from "./new-invoice.tsx";
import { useInvoices } from "./queries.ts";
import { ReceivablesTable } from "./receivables.tsx";
import "../style/lists.css";
import "./invoices.css";
import { problemOf } from "../parts/stale.tsx";

/** The query of the address. */
export interface Search {
  /** `ages` shows receivables by age. */
  readonly show?: string | undefined;
  /** The day of the receivables. */
  readonly on?: string | undefined;
  readonly status?: string | undefined;
  /** A part of the number or of the customer's name. */
  readonly text?: string | undefined;
  /** The whole name of a customer. */
  readonly customer?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly invoice?: string | undefined;
  readonly transaction?: string | undefined;
  /** `new` opens the form. */
  readonly do?: string | undefined;
}

const CLOSED: Search = { invoice: undefined, transaction: undefined, do: undefined };

const FILTERS = ["status", "from", "to", "text", "customer"] as const;

const PARTS = [
  ["list", "All invoices"],
  ["ages", "By age"],
] as const;

const STATUSES = [
  { id: "open", name: "Open" },
  { id: "paid", name: "Paid" },
  { id: "void", name: "Void" },
  { id: "draft", name: "Drafts" },
] as const;

export function InvoicesPage() {
  const { company: id } = useParams({ from: "/c/$company/invoices" });
  const company = useQuery(sessionQuery).data?.companies.find((each) => each.id === id);
  useEffect(() => {
    document.title = `Invoices · ${company?.name ?? "Daybook"}`;
  }, [company?.name]);
  return company === undefined ? null : <Invoices key={id} company={company} />;
}

function Invoices({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/invoices" });
  const [said, setSaid] = useState("");
  const go = useGo<Search>("/c/$company/invoices");
  const isAges = search.show === "ages";
  const isOpen = search.invoice !== undefined || search.transaction !== undefined || search.do === "new";
  const canManage = company.permissions.invoices === "manage";
  usePageCommands([
    ...(canManage ? [{ label: "New invoice", run: () => go({ ...CLOSED, do: "new" }) }] : []),
    { label: "Receivables by age", run: () => go({ ...CLOSED, show: "ages", on: undefined }) },
  ]);
  return (
    <>
      <PageHead title={isAges ? "Receivables by age" : "Invoices"}>
        {canManage ? (
          <button
            type="button"
            className="button primary"
            data-opens="new"
            onClick={() => go({ ...CLOSED, do: "new" })}
          >
            New invoice
          </button>
        ) : null}
      </PageHead>
      <Tabs
        name="Parts of the page"
        page="/c/$company/invoices"
        tabs={PARTS}
        value={isAges ? "ages" : "list"}
        searchOf={(word) => ({ ...CLOSED, show: word === "ages" ? word : undefined, on: undefined })}
      />
      {isAges ? (
        <div className="bar">
          <FilterDay
            label="At the end of"
            value={search.on ?? today()}
            onDay={(on) => go({ ...CLOSED, on: on === "" ? undefined : on })}
          />
        </div>
      ) : (
        <Filters search={search} go={go} />
      )}
      <p className="says" role="status">
        {said}
      </p>
      <div className={isOpen ? "split open" : "split"}>
        <div className="sheet">
          {isAges ? (
            <ReceivablesTable
              company={company.id}
              date={isDay(search.on) ? search.on : today()}
              onCustomer={(customer) =>
                go({ ...CLOSED, show: undefined, status: undefined, text: undefined, customer })
              }
              onInvoice={(invoice) => go({ ...CLOSED, invoice })}
            />
          ) : (
            <List company={company} search={search} go={go} />
          )}
        </div>
        {isOpen ? <Beside company={company} search={search} go={go} onSay={setSaid} /> : null}
      </div>
    </>
  );
}

interface PartProps {
  readonly company: Company;
  readonly search: Search;
  readonly go: (change: Search) => void;
}

function Filters({ search, go }: Omit<PartProps, "company">) {
  return (
    <FilterBar names={FILTERS} search={search} onClear={(cleared) => go({ ...CLOSED, ...cleared })}>
      <FilterText
        label="Search number or customer"
        value={search.text ?? search.customer ?? ""}
        onText={(text) => go({ ...CLOSED, text: text === "" ? undefined : text, customer: undefined })}
      />
      <FilterDays
        label="Issued"
        from={search.from}
        to={search.to}
        onDays={(days) => go({ ...CLOSED, ...days })}
      />
      <FilterChoice
        label="Status"
        value={STATUSES.find(({ id }) => id === search.status)?.id ?? ""}
        all="All"
        options={STATUSES}
        onChoose={(status) => go({ ...CLOSED, status: status === "" ? undefined : status })}
      />
    </FilterBar>
  );
}

/** An invoice that is open after its due date. */
function isOverdue({ status, due_date, amount_due_cents }: Invoice): boolean {
  return status === "open" && amount_due_cents > 0 && due_date < today();
}

const STATES = {
  draft: ["plain", "Draft"],
  open: ["wait", "Open"],
  overdue: ["bad", "Overdue"],
  paid: ["good", "Paid"],
  void: ["plain", "Void"],
} as const;

const stateOf = (invoice: Invoice) => (isOverdue(invoice) ? "overdue" : invoice.status);

const COLUMNS: readonly TableColumn<Invoice>[] = [
  { head: "Number", cell: ({ number }) => number, by: ({ number }) => number },
  { head: "Customer", cell: (invoice) => invoice.customer_name, by: (invoice) => invoice.customer_name },
  {
    head: "State",
    cell: (invoice) => <Tag look={STATES[stateOf(invoice)][0]}>{STATES[stateOf(invoice)][1]}</Tag>,
    by: stateOf,
  },
  {
    head: "Issued",
    cell: (invoice) => dayText(invoice.issue_date),
    by: (invoice) => invoice.issue_date,
    kind: "day",
    isWide: true,
  },
  {
    head: "Due",
    cell: (invoice) => dayText(invoice.due_date),
    by: (invoice) => invoice.due_date,
    kind: "day",
    isWide: true,
  },
  {
    head: "Total",
    cell: (invoice) => invoice.total_cents,
    by: (invoice) => invoice.total_cents,
    kind: "amount",
    isWide: true,
  },
  {
    head: "Amount due",
    cell: (invoice) => invoice.amount_due_cents,
    by: (invoice) => invoice.amount_due_cents,
    kind: "amount",
  },
];

function List({ company, search, go }: PartProps) {
  const status = STATUSES.find(({ id }) => id === search.status)?.id;
  const query = useInvoices(company.id, {
    ...(status === undefined ? {} : { status }),
    ...(search.text === undefined ? {} : { text: search.text }),
    ...(search.customer === undefined ? {} : { customer_name: search.customer }),
    ...(isDay(search.from) ? { start_date: search.from } : {}),
    ...(isDay(search.to) ? { end_date: search.to } : {}),
    limit: 100,
  });
  const count = query.data?.pages.reduce((sum, { data }) => sum + data.length, 0) ?? 0;
  useInSight(
    search.invoice === undefined ? undefined : `[data-opens="${CSS.escape(search.invoice)}"]`,
    count,
  );
  if (problemOf(query))
    return <ProblemState isBelow error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="the invoices" />;
  const invoices = query.data.pages.flatMap(({ data }) => data);
  if (invoices.length === 0) return <Empty search={search} />;
  return (
    <DataTable
      caption="Invoices by day of issue, the latest first"
      columns={COLUMNS}
      rows={invoices}
      keyOf={({ id }) => id}
      opened={search.invoice}
      onOpen={({ id }) => go({ ...CLOSED, invoice: id })}
      more={{ query, label: "Load more" }}
    />
  );
}

function Empty({ search }: { readonly search: Search }) {
  const isFiltered = FILTERS.some((name) => search[name] !== undefined);
  return isFiltered ? (
    <EmptyState isBelow title="No invoice has all of this">
      <p>Choose another status or days, or look for other letters of the number or the customer.</p>
    </EmptyState>
  ) : (
    <EmptyState isBelow title="No invoices yet">
      <p>
        An invoice counts as revenue on its day of issue, and what the customer owes is in the balance sheet
        until it is paid.
      </p>
    </EmptyState>
  );
}

/** What is open beside the list. */
function Beside({ company, search, go, onSay }: PartProps & { readonly onSay: (what: string) => void }) {
  const { invoice, transaction } = search;
  const opened = search.do === "new" ? "new" : (invoice ?? "");
  useFocusBack(`[data-opens="${CSS.escape(opened)}"]`);
  const close = useCallback(() => go(CLOSED), [go]);
  const hint = (
    <p className="hint">
      <kbd>Esc</kbd> {transaction === undefined || invoice === undefined ? "closes" : "goes back"}
    </p>
  );
  if (search.do === "new" && company.permissions.invoices === "manage")
    return (
      <Panel name="New invoice" title="New invoice" onClose={close} focusKey={opened}>
        <NewInvoiceForm
          company={company}
          onClose={close}
          onIssued={({ id, number }) => {
            go({ ...CLOSED, show: undefined, invoice: id });
            onSay(`${number} is issued. No mail was sent.`);
          }}
        />
      </Panel>
    );
  if (transaction !== undefined)
    return (
      <Panel
        name="Payment"
        title="Transaction"
        onBack={invoice === undefined ? undefined : () => go({ transaction: undefined })}
        onClose={close}
        focusKey={transaction}
      >
        <TransactionView company={company.id} id={transaction} />
        {hint}
      </Panel>
    );
  return (
    <Panel name="Invoice" title="Invoice" onClose={close} focusKey={opened}>
      <InvoiceView
        key={opened}
        company={company}
        id={invoice ?? ""}
        onTransaction={(id) => go({ transaction: id })}
        onSay={onSay}
      />
      {hint}
    </Panel>
  );
}
