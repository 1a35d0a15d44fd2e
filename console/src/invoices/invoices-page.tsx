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
import { AmountCell } from "../kit/amount.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { More } from "../parts/more.tsx";
import { useGo } from "../parts/go.ts";
import { FilterBar, FilterChoice, FilterDay, FilterText } from "../parts/filters.tsx";
import { dayText, isDay, today } from "../parts/dates.ts";
import { useFocusBack } from "../parts/focus-back.ts";
import { useInSight } from "../parts/in-sight.ts";
import { onListKey } from "../parts/list-keys.ts";
import { Panel } from "../parts/panel.tsx";
import { EmptyState, Loading, ProblemState } from "../parts/states.tsx";
import { Tabs } from "../parts/tabs.tsx";
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
        <div className="filters">
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
  const set = (name: "status" | "from" | "to", value: string): void =>
    go({ ...CLOSED, [name]: value === "" ? undefined : value });
  return (
    <FilterBar names={FILTERS} search={search} onClear={(cleared) => go({ ...CLOSED, ...cleared })}>
      <FilterDay label="Issued from" value={search.from ?? ""} onDay={(day) => set("from", day)} />
      <FilterDay label="Issued up to" value={search.to ?? ""} onDay={(day) => set("to", day)} />
      <FilterChoice
        label="Status"
        value={STATUSES.find(({ id }) => id === search.status)?.id ?? ""}
        all="All"
        options={STATUSES}
        onChoose={(status) => set("status", status)}
      />
      <FilterText
        label="Find by number or customer"
        value={search.text ?? search.customer ?? ""}
        placeholder="Any part of it"
        onText={(text) => go({ ...CLOSED, text: text === "" ? undefined : text, customer: undefined })}
      />
    </FilterBar>
  );
}

/** An invoice that is open after its due date. */
function isOverdue({ status, due_date, amount_due_cents }: Invoice): boolean {
  return status === "open" && amount_due_cents > 0 && due_date < today();
}

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
    <>
      <div className="scroller" tabIndex={-1}>
        <table className="list in-table">
          <caption className="unseen">Invoices by day of issue, the latest first</caption>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Customer</th>
              <th scope="col" className="list-wide">
                Issued
              </th>
              <th scope="col" className="list-wide">
                Due
              </th>
              <th scope="col">State</th>
              <th scope="col" className="n list-wide">
                Total
              </th>
              <th scope="col" className="n">
                Amount due
              </th>
            </tr>
          </thead>
          <tbody onKeyDown={(event) => onListKey(event)}>
            {invoices.map((invoice) => (
              <tr key={invoice.id} className={search.invoice === invoice.id ? "opened" : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className="button plain list-name"
                    data-opens={invoice.id}
                    onClick={() => go({ ...CLOSED, invoice: invoice.id })}
                  >
                    <bdi>{invoice.number}</bdi>
                  </button>
                </th>
                <td dir="auto" className="in-name">
                  {invoice.customer_name}
                </td>
                <td className="list-wide">{dayText(invoice.issue_date)}</td>
                <td className="list-wide">{dayText(invoice.due_date)}</td>
                <td className={isOverdue(invoice) ? "problem" : undefined}>
                  {isOverdue(invoice) ? "overdue" : invoice.status}
                </td>
                <AmountCell cents={invoice.total_cents} isWide />
                <AmountCell cents={invoice.amount_due_cents} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More query={query} label="Earlier invoices" />
    </>
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
