/** The entries that people posted, with who posted and who reviewed each. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ManualEntry } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { AmountCell } from "../kit/amount.tsx";
import { dayText } from "../parts/dates.ts";
import { FilterChoice } from "../parts/filters.tsx";
import { Heads } from "../parts/heads.tsx";
import { useInSight } from "../parts/in-sight.ts";
import { onListKey } from "../parts/list-keys.ts";
import { useLoadMore } from "../parts/load-more.ts";
import { usePeople } from "../parts/people.ts";
import { Read } from "../parts/read.tsx";
import { EmptyState } from "../parts/states.tsx";

/** What of them is shown. */
interface Shown {
  readonly unreviewed: boolean;
  /** The entry that is open beside the list. */
  readonly entry: string | undefined;
}

function useManualEntries(company: string, unreviewed: boolean) {
  return useInfiniteQuery({
    queryKey: ["manual entries", company, unreviewed],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      ownOf(company)
        .listManualEntries(
          {
            ...(unreviewed ? { unreviewed } : {}),
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
    <div className="filters">
      <FilterChoice
        label="Review"
        value={props.unreviewed ? "open" : ""}
        all="All entries"
        options={[{ id: "open", name: "To be reviewed" }]}
        onChoose={(id) => props.onChoose(id === "open")}
      />
    </div>
  );
}

export function ManualEntries(props: {
  readonly company: Company;
  readonly shown: Shown;
  readonly onOpen: (entry: string) => void;
}) {
  const { company, shown, onOpen } = props;
  const query = useManualEntries(company.id, shown.unreviewed);
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
  const end = useLoadMore(query);
  useInSight(
    shown.entry === undefined ? undefined : `[data-entry="${CSS.escape(shown.entry)}"]`,
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
  return (
    <div className="scroller" tabIndex={-1}>
      <table className="list">
        <caption className="unseen">Entries that people posted, the latest first</caption>
        <Heads of={["Entry", "Date", ["Posted by", "list-wide"], "Reviewed by", ["Amount", "n"]]} />
        <tbody onKeyDown={(event) => onListKey(event)}>
          {entries.map((row) => (
            <tr key={row.entry} className={shown.entry === row.entry ? "opened" : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className="button plain list-name"
                  data-entry={row.entry}
                  onClick={() => onOpen(row.entry)}
                >
                  <bdi>{row.memo}</bdi>
                  {marksOf(row).map((mark) => (
                    <small key={mark}>{mark}</small>
                  ))}
                </button>
              </th>
              <td className="soft day">{dayText(row.date)}</td>
              <td className="list-wide soft">
                <bdi>{people.nameOf(row.posted_by)}</bdi>
              </td>
              <td className="soft">
                {row.reviewed_by === null ? "nobody yet" : <bdi>{people.nameOf(row.reviewed_by)}</bdi>}
              </td>
              <AmountCell cents={row.amount_cents} />
            </tr>
          ))}
        </tbody>
      </table>
      <div ref={end} className="foot" role="status">
        {query.isFetchingNextPage
          ? "Loading earlier entries…"
          : query.hasNextPage
            ? "Earlier entries follow"
            : `${entries.length.toLocaleString("en-US")} ${entries.length === 1 ? "entry" : "entries"}`}
      </div>
    </div>
  );
}

function marksOf({ adjusting, reverses, reversed_by }: ManualEntry): string[] {
  return [
    ...(adjusting ? ["adjusting"] : []),
    ...(reverses === null ? [] : ["a reversal"]),
    ...(reversed_by === null ? [] : ["reversed"]),
  ];
}
