/**
 * Schedules: amounts that are spread over several months, and assets that are written off. Each opens its
 * months with their entries; what a change makes of it is shown before it is written.
 */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { categoriesQuery } from "../api/queries.ts";
import type { OpenedSchedule, Schedule } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Table } from "../kit/table.tsx";
import { DataTable, type TableColumn } from "../kit/data-table.tsx";
import { AmountCell } from "../kit/amount.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { useGo } from "../parts/go.ts";
import { amountText } from "../kit/amounts.ts";
import { dayText, isDay, today } from "../kit/dates.ts";
import { Facts } from "../kit/facts.tsx";
import { FilterDay } from "../kit/filters.tsx";
import { useFocusBack } from "../kit/focus-back.ts";
import { onListKey } from "../kit/list-keys.ts";
import { Panel } from "../kit/panel.tsx";
import { Read } from "../parts/read.tsx";
import { EmptyState } from "../kit/states.tsx";
import { VoucherView } from "../parts/voucher.tsx";
import { ScheduleActions } from "./schedule-actions.tsx";
import "../style/lists.css";
import { companyPage } from "../parts/company-page.tsx";

/** The query of the address. */
interface Search {
  /** `assets` shows them in place of the spreads. */
  readonly show?: string | undefined;
  /** The day of the figures; none for today. */
  readonly as_of?: string | undefined;
  readonly schedule?: string | undefined;
  /** The entry of a month that is open. */
  readonly entry?: string | undefined;
}

const CLOSED: Search = { schedule: undefined, entry: undefined };

const KINDS = [
  { show: undefined, name: "Spreads", kind: "spread" },
  { show: "assets", name: "Assets", kind: "capitalization" },
] as const;

export const SchedulesPage = companyPage("Schedules", SchedulesOf);

interface Scene {
  readonly company: Company;
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
  readonly onSay: (what: string) => void;
}

function SchedulesOf({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/schedules" });
  const [said, setSaid] = useState("");
  const go = useGo<Search>("/c/$company/schedules");
  const shown = KINDS.find(({ show }) => show === search.show) ?? KINDS[0];
  const asOf = search.as_of !== undefined && isDay(search.as_of) ? { date: search.as_of } : {};
  const query = useQuery({
    queryKey: ["schedules", company.id, shown.kind, asOf],
    queryFn: ({ signal }) =>
      ownOf(company.id)
        .listSchedules({ kind: shown.kind, ...asOf }, { signal })
        .all(),
  });
  const scene = { company, search, go, onSay: setSaid };
  return (
    <>
      <PageHead title="Schedules" />
      <Tabs
        name="Parts of the page"
        page="/c/$company/schedules"
        tabs={KINDS.map(({ name }) => [name, name] as const)}
        value={shown.name}
        searchOf={(word) => ({ ...CLOSED, show: KINDS.find((each) => each.name === word)?.show })}
        onChoose={() => setSaid("")}
      />
      <div className="bar">
        <FilterDay
          label="At the end of"
          value={search.as_of ?? today()}
          onDay={(day) => go({ as_of: day === "" ? undefined : day }, true)}
        />
      </div>
      <p className="says" role="status" dir="auto">
        {said}
      </p>
      <Read isMain query={query} what="the schedules">
        {(data) => (
          <div className={search.schedule === undefined ? "split" : "split open"}>
            <div className="sheet">
              {data.length === 0 ? (
                <Empty kind={shown.kind} />
              ) : (
                <List {...scene} schedules={data} kind={shown.kind} />
              )}
            </div>
            {search.schedule === undefined ? null : <Beside {...scene} id={search.schedule} />}
          </div>
        )}
      </Read>
    </>
  );
}

function Empty({ kind }: Pick<Schedule, "kind">) {
  return kind === "spread" ? (
    <EmptyState isBelow title="Nothing is spread">
      <p>
        An amount that pays for several months, such as a year’s insurance, can count in each of them. Press{" "}
        <kbd>P</kbd> on a transaction to spread it.
      </p>
    </EmptyState>
  ) : (
    <EmptyState isBelow title="No assets with a schedule">
      <p>
        An asset, such as a computer, is written off month by month. Press <kbd>P</kbd> on the transaction
        that bought it, and choose “As an asset”.
      </p>
    </EmptyState>
  );
}

/** What a schedule is named by: who was paid, or what its entries say. */
const titleOf = ({ merchant, description }: Schedule): string => merchant ?? description;

function stateText({ ended_on, ended_as, held }: Schedule): string {
  if (held) return "on hold";
  if (ended_on === null) return "as planned";
  return `${ended_as === "disposed" ? "disposed of" : "ended"} on ${dayText(ended_on)}`;
}

function columnsOf(isAsset: boolean): readonly TableColumn<Schedule>[] {
  const whole = (row: Schedule): number => (isAsset ? row.cost_cents : row.amount_cents);
  const rest = (row: Schedule): number => (isAsset ? row.book_value_cents : row.remaining_cents);
  return [
    { head: isAsset ? "Asset" : "Spread", cell: titleOf, by: titleOf },
    {
      head: "From",
      cell: (row) => dayText(row.start_date),
      by: (row) => row.start_date,
      kind: "day",
      isWide: true,
    },
    { head: "Through", cell: (row) => dayText(row.last_day), by: (row) => row.last_day, kind: "day" },
    {
      head: "Months",
      cell: ({ months }) => months,
      by: ({ months }) => months,
      kind: "figure",
      isWide: true,
    },
    { head: "State", cell: stateText, by: stateText, isWide: true },
    { head: isAsset ? "Cost" : "Amount", cell: whole, by: whole, kind: "amount", isWide: true },
    { head: isAsset ? "Book value" : "Remains", cell: rest, by: rest, kind: "amount" },
  ];
}

function List(props: Scene & { readonly schedules: readonly Schedule[]; readonly kind: Schedule["kind"] }) {
  const { schedules, kind, search, go } = props;
  return (
    <DataTable
      caption="By first month, the latest first"
      columns={columnsOf(kind === "capitalization")}
      rows={schedules}
      keyOf={({ id }) => id}
      opened={search.schedule}
      onOpen={({ id }) => go({ ...CLOSED, schedule: id })}
    />
  );
}

function Beside({ company, search, go, onSay, id }: Scene & { readonly id: string }) {
  useFocusBack(`[data-opens="${CSS.escape(id)}"]`);
  const close = useCallback(() => go(CLOSED), [go]);
  const query = useQuery({
    queryKey: ["schedule", company.id, id],
    queryFn: ({ signal }) => ownOf(company.id).getSchedule(id, { signal }),
  });
  const { entry } = search;
  if (entry !== undefined)
    return (
      <Panel
        name="Voucher"
        title="Voucher"
        focusKey={entry}
        onBack={() => go({ entry: undefined })}
        onClose={close}
      >
        <VoucherView company={company.id} entry={entry} />
      </Panel>
    );
  return (
    <Panel
      name="Schedule"
      title={query.data === undefined ? "Schedule" : titleOf(query.data.schedule)}
      focusKey={id}
      onClose={close}
    >
      <Read query={query} what="the schedule">
        {(opened) => (
          <>
            <Opened company={company} opened={opened} onEntry={(each) => go({ entry: each })} />
            {company.permissions.transactions === "manage" &&
            company.permissions.accounting_setup === "manage" ? (
              <ScheduleActions key={id} company={company} schedule={opened.schedule} onSay={onSay} />
            ) : null}
          </>
        )}
      </Read>
    </Panel>
  );
}

function Opened(props: {
  readonly company: Company;
  readonly opened: OpenedSchedule;
  readonly onEntry: (entry: string) => void;
}) {
  const { company, opened, onEntry } = props;
  const { schedule, lines } = opened;
  const isAsset = schedule.kind === "capitalization";
  const categories = useQuery({
    ...categoriesQuery(company.id),
    enabled: company.permissions.accounting_setup !== "none",
  }).data;
  const nameOf = (id: string): string | null => categories?.find((each) => each.id === id)?.name ?? null;
  const rest = isAsset ? schedule.book_value_cents : schedule.remaining_cents;
  return (
    <>
      <p className="sum">{rest === 0 ? "Nothing" : amountText(rest)}</p>
      <p className="says">
        {isAsset
          ? `of ${amountText(schedule.cost_cents)} is left; ${amountText(schedule.depreciated_cents)} is written off.`
          : `of ${amountText(schedule.amount_cents)} remains to be counted.`}
      </p>
      <Facts
        facts={[
          ["State", stateText(schedule)],
          ["From", dayText(schedule.start_date)],
          ["Through", dayText(schedule.last_day)],
          ["Shares", schedule.basis === "day" ? "by the days of each month" : "equal in each month"],
          ["Posts to", nameOf(schedule.category_id)],
          ["Held on", nameOf(schedule.holding_category_id)],
          ["Gain of the disposal", schedule.gain_cents === null ? null : amountText(schedule.gain_cents)],
          ["Id", <code key="id">{schedule.id}</code>],
        ]}
      />
      {schedule.transaction_id === null ? null : (
        <p className="buttons">
          <Link
            className="button"
            to="/c/$company/transactions"
            params={{ company: company.id }}
            search={{ open: schedule.transaction_id }}
          >
            Its transaction
          </Link>
        </p>
      )}
      <Table caption="Its months" heads={["Day", "Amount"]}>
        <tbody onKeyDown={(event) => onListKey(event)}>
          {lines.map(({ date, amount_cents, is_disposal, is_recognized, entry }) => (
            <tr key={`${date} ${is_disposal}`} className={is_recognized ? undefined : "soft"}>
              <th scope="row">
                {entry === null || company.permissions.reports === "none" ? (
                  dayText(date)
                ) : (
                  <button type="button" className="button plain list-name" onClick={() => onEntry(entry)}>
                    {dayText(date)}
                  </button>
                )}
                {is_disposal ? <small>disposal</small> : is_recognized ? null : <small>to come</small>}
              </th>
              <AmountCell cents={amount_cents} />
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
