/** The entries that people posted, with who posted and who reviewed each. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ManualEntry } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { DataTable, type TableColumn } from "../kit/data-table.tsx";
import { dayText, isDay, today } from "../kit/dates.ts";
import { FilterChoice } from "../kit/filters.tsx";
import { useInSight } from "../parts/in-sight.ts";
import { usePeople } from "../parts/people.ts";
import { Read } from "../parts/read.tsx";
import { EmptyState } from "../kit/states.tsx";

/** What of them is shown. */
interface Shown {
  readonly unreviewed: boolean;
  /** The entry that is open beside the list. */
  readonly entry: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function useManualEntries(company: string, { unreviewed, from, to }: Omit<Shown, "entry">) {
  return useInfiniteQuery({
    queryKey: ["manual entries", company, unreviewed, from, to],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      ownOf(company)
        .listManualEntries(
          {
            ...(unreviewed ? { unreviewed } : {}),
            ...(isDay(from) ? { start_date: from } : {}),
            ...(isDay(to) && (!isDay(from) || from <= to) ? { end_date: to } : {}),
            ...(pageParam === null ? {} : { starting_after: pageParam }),
          },
          { signal },
        )
        .first(),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

export function ReviewFilter(props: {
  readonly unreviewed: boolean;
  readonly onChoose: (is: boolean) => void;
}) {
  return (
    <FilterChoice
      label="Review"
      value={props.unreviewed ? "open" : ""}
      all="All entries"
      options={[{ id: "open", name: "To be reviewed" }]}
      onChoose={(id) => props.onChoose(id === "open")}
    />
  );
}

export function ManualEntries(props: {
  readonly company: Company;
  readonly shown: Shown;
  readonly onOpen: (entry: string) => void;
}) {
  const { company, shown, onOpen } = props;
  const query = useManualEntries(company.id, shown);
  return (
    <Read isMain query={query} what="the entries">
      {({ pages }) => (
        <List
          query={query}
          company={company}
          entries={pages.flatMap(({ data }) => data)}
          shown={shown}
          onOpen={onOpen}
        />
      )}
    </Read>
  );
}

function List(props: {
  readonly query: ReturnType<typeof useManualEntries>;
  readonly company: Company;
  readonly entries: readonly ManualEntry[];
  readonly shown: Shown;
  readonly onOpen: (entry: string) => void;
}) {
  const { query, company, entries, shown, onOpen } = props;
  const people = usePeople(company);
  useInSight(
    shown.entry === undefined ? undefined : `[data-opens="${CSS.escape(shown.entry)}"]`,
    entries.length,
  );
  if (entries.length === 0)
    return (
      <EmptyState isBelow title={shown.unreviewed ? "Everything is reviewed" : "Nobody has posted an entry"}>
        <p>
          Entries that people post, such as accruals and corrections, are listed here, with who has reviewed
          each.
        </p>
      </EmptyState>
    );
  const columns: readonly TableColumn<ManualEntry>[] = [
    {
      head: "Entry",
      cell: (row) => (
        <>
          {row.memo}
          {marksOf(row).map((mark) => (
            <small key={mark}> {mark}</small>
          ))}
        </>
      ),
      by: ({ memo }) => memo,
    },
    { head: "Date", cell: ({ date }) => dayText(date), by: ({ date }) => date, kind: "day" },
    {
      head: "Posted by",
      cell: (row) => people.nameOf(row.posted_by),
      by: (row) => people.nameOf(row.posted_by),
      isWide: true,
    },
    {
      head: "Reviewed by",
      cell: (row) => (row.reviewed_by === null ? "nobody yet" : people.nameOf(row.reviewed_by)),
      by: (row) => (row.reviewed_by === null ? "" : people.nameOf(row.reviewed_by)),
    },
    { head: "Amount", cell: (row) => row.amount_cents, by: (row) => row.amount_cents, kind: "amount" },
  ];
  return (
    <DataTable
      caption="Entries that people posted, the latest first"
      columns={columns}
      rows={entries}
      keyOf={({ entry }) => entry}
      opened={shown.entry}
      onOpen={({ entry }) => onOpen(entry)}
      more={{ query, label: "Load more" }}
    />
  );
}

function marksOf({ adjusting, reverses, reversed_on }: ManualEntry): string[] {
  return [
    ...(adjusting ? ["adjusting"] : []),
    ...(reverses === null ? [] : ["a reversal"]),
    ...(reversed_on === null
      ? []
      : [`${reversed_on > today() ? "reverses on" : "reversed on"} ${dayText(reversed_on)}`]),
  ];
}
