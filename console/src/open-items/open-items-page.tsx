/**
 * Invoices and bills, a page each: the list with its filters, receivables or payables by age, and beside them
 * one item or the form of a new one. All of the page's state is in its address.
 */
import { useSearch } from "@tanstack/react-router";
import { useCallback, useState } from "react";
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
import { companyPage } from "../parts/company-page.tsx";
import { usePageCommands } from "../shell/commands.ts";
import { AgesTable } from "./ages.tsx";
import { ItemView } from "./item.tsx";
import type { Item } from "./items.ts";
import { BringInForm } from "./bring-in.tsx";
import { NewItemForm } from "./new-item.tsx";
import { useItems } from "./queries.ts";
import { mayManage, type Side, SideContext, SIDES, useSide, type Words } from "./side.ts";
import "../style/lists.css";
import "./open-items.css";
import { problemOf } from "../parts/stale.tsx";

/** The query of the address. */
export interface Search {
  /** `ages` shows receivables by age. */
  readonly show?: string | undefined;
  /** The day of the receivables. */
  readonly on?: string | undefined;
  readonly status?: string | undefined;
  /** A part of the number or of the party's name. */
  readonly text?: string | undefined;
  /** The whole name of a customer or vendor. */
  readonly customer?: string | undefined;
  readonly vendor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly invoice?: string | undefined;
  readonly bill?: string | undefined;
  readonly transaction?: string | undefined;
  /** `new` opens the form of an item, and `open` that of what is open in other books. */
  readonly do?: string | undefined;
}

const CLOSED: Search = { invoice: undefined, bill: undefined, transaction: undefined, do: undefined };

const FILTERS = ["status", "from", "to", "text", "customer", "vendor"] as const;

const STATUSES = [
  { id: "open", name: "Open" },
  { id: "paid", name: "Paid" },
  { id: "void", name: "Void" },
  { id: "draft", name: "Drafts" },
] as const;

/** The page of a side, which stands at an address of its own. */
function pageOf(side: Side) {
  return companyPage(side.words.Many, ({ company }) => (
    <SideContext value={side}>
      <OpenItems company={company} />
    </SideContext>
  ));
}
export const InvoicesPage = pageOf(SIDES.invoices);
export const BillsPage = pageOf(SIDES.bills);

/** What the address names: the item that is open, and the party whose items are listed. */
function placeOf({ area }: Side) {
  return area === "bills"
    ? ({ page: "/c/$company/bills", item: "bill", party: "vendor" } as const)
    : ({ page: "/c/$company/invoices", item: "invoice", party: "customer" } as const);
}

function OpenItems({ company }: { readonly company: Company }) {
  const side = useSide();
  const { words } = side;
  const place = placeOf(side);
  const search: Search = useSearch({ from: place.page });
  const [said, setSaid] = useState("");
  const go = useGo<Search>(place.page);
  const isAges = search.show === "ages";
  const isOpen =
    search[place.item] !== undefined ||
    search.transaction !== undefined ||
    search.do === "new" ||
    search.do === "open";
  const canManage = mayManage(company, side);
  usePageCommands([
    ...(canManage
      ? [
          { label: words.create, run: () => go({ ...CLOSED, do: "new" }) },
          { label: words.bringIn, run: () => go({ ...CLOSED, do: "open" }) },
        ]
      : []),
    { label: words.ages, run: () => go({ ...CLOSED, show: "ages", on: undefined }) },
  ]);
  return (
    <>
      <PageHead title={isAges ? words.ages : words.Many}>
        {canManage ? (
          <>
            <button
              type="button"
              className="button"
              data-opens="open"
              onClick={() => go({ ...CLOSED, do: "open" })}
            >
              {words.bringIn}
            </button>
            <button
              type="button"
              className="button primary"
              data-opens="new"
              onClick={() => go({ ...CLOSED, do: "new" })}
            >
              {words.create}
            </button>
          </>
        ) : null}
      </PageHead>
      <Tabs
        name="Parts of the page"
        page={place.page}
        tabs={[
          ["list", words.all],
          ["ages", "By age"],
        ]}
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
            <AgesTable
              company={company.id}
              date={isDay(search.on) ? search.on : today()}
              onParty={(party) =>
                go({ ...CLOSED, show: undefined, status: undefined, text: undefined, [place.party]: party })
              }
              onItem={(item) => go({ ...CLOSED, [place.item]: item })}
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
  const side = useSide();
  const { party } = placeOf(side);
  return (
    <FilterBar names={FILTERS} search={search} onClear={(cleared) => go({ ...CLOSED, ...cleared })}>
      <FilterText
        label={`Search number or ${side.words.party}`}
        value={search.text ?? search[party] ?? ""}
        onText={(text) => go({ ...CLOSED, text: text === "" ? undefined : text, [party]: undefined })}
      />
      <FilterDays
        label={side.area === "bills" ? "Bill date" : "Issued"}
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

/** An item that is open after its due date. */
function isOverdue({ status, due_date, amount_due_cents }: Item): boolean {
  return status === "open" && amount_due_cents > 0 && due_date < today();
}

const STATES = {
  draft: ["plain", "Draft"],
  open: ["wait", "Open"],
  overdue: ["bad", "Overdue"],
  paid: ["good", "Paid"],
  void: ["plain", "Void"],
} as const;

const stateOf = (item: Item) => (isOverdue(item) ? "overdue" : item.status);

const columnsOf = ({ Party, dayOfIssue }: Words): readonly TableColumn<Item>[] => [
  { head: "Number", cell: ({ number }) => number, by: ({ number }) => number },
  { head: Party, cell: (item) => item.party_name, by: (item) => item.party_name },
  {
    head: "State",
    cell: (item) => <Tag look={STATES[stateOf(item)][0]}>{STATES[stateOf(item)][1]}</Tag>,
    by: stateOf,
  },
  {
    head: dayOfIssue === "Bill date" ? "Date" : "Issued",
    cell: (item) => dayText(item.issue_date),
    by: (item) => item.issue_date,
    kind: "day",
    isWide: true,
  },
  {
    head: "Due",
    cell: (item) => dayText(item.due_date),
    by: (item) => item.due_date,
    kind: "day",
    isWide: true,
  },
  {
    head: "Total",
    cell: (item) => item.total_cents,
    by: (item) => item.total_cents,
    kind: "amount",
    isWide: true,
  },
  {
    head: "Amount due",
    cell: (item) => item.amount_due_cents,
    by: (item) => item.amount_due_cents,
    kind: "amount",
  },
];

function List({ company, search, go }: PartProps) {
  const status = STATUSES.find(({ id }) => id === search.status)?.id;
  const side = useSide();
  const place = placeOf(side);
  const party = search[place.party];
  const opened = search[place.item];
  const query = useItems(company.id, {
    ...(status === undefined ? {} : { status }),
    ...(search.text === undefined ? {} : { text: search.text }),
    ...(party === undefined ? {} : { party_name: party }),
    ...(isDay(search.from) ? { start_date: search.from } : {}),
    ...(isDay(search.to) ? { end_date: search.to } : {}),
    limit: 100,
  });
  const count = query.data?.pages.reduce((sum, { data }) => sum + data.length, 0) ?? 0;
  useInSight(opened === undefined ? undefined : `[data-opens="${CSS.escape(opened)}"]`, count);
  if (problemOf(query))
    return <ProblemState isBelow error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what={`the ${side.words.Many.toLowerCase()}`} />;
  const items = query.data.pages.flatMap(({ data }) => data);
  if (items.length === 0) return <Empty search={search} />;
  return (
    <DataTable
      caption={`${side.words.Many} by ${side.words.dayOfIssue.toLowerCase()}, the latest first`}
      columns={columnsOf(side.words)}
      rows={items}
      keyOf={({ id }) => id}
      opened={opened}
      onOpen={({ id }) => go({ ...CLOSED, [place.item]: id })}
      more={{ query, label: "Load more" }}
    />
  );
}

function Empty({ search }: { readonly search: Search }) {
  const { words } = useSide();
  const isFiltered = FILTERS.some((name) => search[name] !== undefined);
  return isFiltered ? (
    <EmptyState isBelow title={`No ${words.one} has all of this`}>
      <p>{words.searched}</p>
    </EmptyState>
  ) : (
    <EmptyState isBelow title={`No ${words.Many.toLowerCase()} yet`}>
      <p>{words.empty}</p>
    </EmptyState>
  );
}

/** What is open beside the list. */
function Beside({ company, search, go, onSay }: PartProps & { readonly onSay: (what: string) => void }) {
  const side = useSide();
  const { words } = side;
  const place = placeOf(side);
  const { transaction } = search;
  const item = search[place.item];
  const opened = search.do === "new" || search.do === "open" ? search.do : (item ?? "");
  useFocusBack(`[data-opens="${CSS.escape(opened)}"]`);
  const close = useCallback(() => go(CLOSED), [go]);
  const hint = (
    <p className="hint">
      <kbd>Esc</kbd> {transaction === undefined || item === undefined ? "closes" : "goes back"}
    </p>
  );
  if (search.do === "new" && mayManage(company, side))
    return (
      <Panel name={words.create} title={words.create} onClose={close} focusKey={opened}>
        <NewItemForm
          company={company}
          onClose={close}
          onIssued={({ id, number }) => {
            go({ ...CLOSED, show: undefined, [place.item]: id });
            onSay(`${number} ${words.issued}`);
          }}
        />
      </Panel>
    );
  if (search.do === "open" && mayManage(company, side))
    return (
      <Panel name={words.bringIn} title={words.bringIn} onClose={close} focusKey={opened}>
        <BringInForm
          company={company.id}
          onClose={close}
          onDone={({ count, date }) => {
            go({ ...CLOSED, show: "ages", on: date });
            onSay(words.broughtIn(count));
          }}
        />
      </Panel>
    );
  if (transaction !== undefined)
    return (
      <Panel
        name="Payment"
        title="Transaction"
        onBack={item === undefined ? undefined : () => go({ transaction: undefined })}
        onClose={close}
        focusKey={transaction}
      >
        <TransactionView company={company.id} id={transaction} />
        {hint}
      </Panel>
    );
  return (
    <Panel name={words.One} title={words.One} onClose={close} focusKey={opened}>
      <ItemView
        key={opened}
        company={company}
        id={item ?? ""}
        onTransaction={(id) => go({ transaction: id })}
        onSay={onSay}
      />
      {hint}
    </Panel>
  );
}
