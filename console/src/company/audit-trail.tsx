/** The audit trail: every change of the company, the latest first, with filters and one event in a panel. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useCallback } from "react";
import type { AuditEventList } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Table } from "../kit/table.tsx";
import { FilterBar, FilterChoice, FilterDays, FilterText } from "../kit/filters.tsx";
import { actionOf, actionText, deedOf, SURFACES } from "../parts/audit.ts";
import { isDay } from "../kit/dates.ts";
import { Facts } from "../kit/facts.tsx";
import { useFocusBack } from "../kit/focus-back.ts";
import { onListKey } from "../kit/list-keys.ts";
import { useLoadMore } from "../kit/load-more.ts";
import { Panel } from "../kit/panel.tsx";
import { type People, usePeople } from "../parts/people.ts";
import { EmptyState } from "../kit/states.tsx";
import { timeText, timeValue } from "../kit/times.ts";
import { Read } from "../parts/read.tsx";
import { placeOf } from "../shell/places.ts";
import type { PartProps, Search } from "./part.ts";
import { fieldText, valueText } from "./settings.ts";

type AuditEvent = AuditEventList["data"][number];

const FILTERS = ["from", "to", "actor", "action", "surface"] as const;
const EVENTS_IN_A_PAGE = 100;

/** The filters of the address; what can't be is left out. */
function queryOf({ actor, action, surface, from, to }: Search) {
  const known = (Object.keys(SURFACES) as (keyof typeof SURFACES)[]).find((word) => word === surface);
  return {
    ...(actor ? { actor } : {}),
    ...(action ? { action } : {}),
    ...(known === undefined ? {} : { surface: known }),
    ...(isDay(from) ? { start_date: from } : {}),
    ...(isDay(to) ? { end_date: to } : {}),
  };
}

function useTrail(company: string, search: Search) {
  const query = queryOf(search);
  return useInfiniteQuery({
    queryKey: ["audit", company, query],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === "" ? {} : { starting_after: pageParam };
      return ownOf(company)
        .listAuditEvents({ ...query, ...after, limit: EVENTS_IN_A_PAGE }, { signal })
        .first();
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

/** What an event changed, in a few words: the field and its values, or the states of a record. */
function changeText({ before, after, note }: AuditEvent): string {
  if (before === null && after === null) return note ?? "";
  if (note !== null && fieldText(note) !== note)
    return `${fieldText(note)}: ${valueText(note, before)} → ${valueText(note, after)}`;
  return `${before ?? "none"} → ${after ?? "none"}`;
}

/** An event as what somebody did, as far as it was an operation. */
function eventText({ actor, action, subject_name }: AuditEvent, people: People): string {
  const who = people.nameOf(actor);
  const deed = deedOf(action, subject_name);
  const text = deed === null ? `${who}: ${actionText(action)}` : `${who} ${deed.did} ${deed.what}`;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

export function AuditTrail(props: PartProps) {
  const { company, search, go } = props;
  const people = usePeople(company);
  const query = useTrail(company.id, search);
  const close = useCallback(() => go({ event: undefined }), [go]);
  const events = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const isOpen = search.event !== undefined;
  return (
    <>
      <Filters {...props} people={people} />
      <div className={isOpen ? "split open" : "split"}>
        <div className="sheet">
          <Read isMain query={query} what="the audit trail">
            {() => <Events {...props} query={query} events={events} people={people} />}
          </Read>
        </div>
        {isOpen ? (
          <EventPanel
            company={company}
            event={events.find(({ id }) => id === search.event)}
            id={search.event ?? ""}
            people={people}
            onClose={close}
          />
        ) : null}
      </div>
    </>
  );
}

function Filters({ company, search, go, people }: PartProps & { readonly people: People }) {
  const actors = useQuery({
    queryKey: ["audit-actors", company.id],
    queryFn: async ({ signal }) => (await ownOf(company.id).listAuditActors({ signal })).actors,
  }).data;
  const set = (name: keyof Search, value: string): void =>
    go({ [name]: value === "" ? undefined : value, event: undefined }, true);
  return (
    <FilterBar names={FILTERS} search={search} onClear={go}>
      <FilterDays
        from={search.from}
        to={search.to}
        onDays={(days) => go({ ...days, event: undefined }, true)}
      />
      <FilterChoice
        label="Who"
        value={search.actor ?? ""}
        all="Everybody"
        options={(actors ?? []).map(({ actor }) => ({ id: actor, name: people.nameOf(actor) }))}
        onChoose={(actor) => set("actor", actor)}
      />
      <FilterChoice
        label="From where"
        value={search.surface ?? ""}
        all="Everywhere"
        options={Object.entries(SURFACES).map(([id, name]) => ({ id, name }))}
        onChoose={(surface) => set("surface", surface)}
      />
      <FilterText
        label="What"
        value={search.action === undefined ? "" : actionText(search.action)}
        placeholder="Such as Create key"
        onText={(text) => set("action", actionOf(text))}
      />
    </FilterBar>
  );
}

interface EventsProps extends PartProps {
  readonly query: ReturnType<typeof useTrail>;
  readonly events: readonly AuditEvent[];
  readonly people: People;
}

function Events({ query, events, search, go, people }: EventsProps) {
  const end = useLoadMore(query);
  if (events.length === 0)
    return (
      <EmptyState isBelow title="No events">
        <p>No change matches. Whatever changes the company leaves an event here: people, keys, jobs.</p>
      </EmptyState>
    );
  return (
    <>
      <ul className="co-events" aria-label="Events" onKeyDown={onListKey}>
        {events.map((event) => (
          <li key={event.id}>
            <button
              type="button"
              data-opens={event.id}
              aria-current={event.id === search.event ? "true" : undefined}
              onClick={() => go({ event: event.id })}
            >
              <time dateTime={timeValue(event.at)}>{timeText(event.at)}</time>
              <span className="what">
                <b dir="auto">{eventText(event, people)}</b>
                <small dir="auto">{changeText(event)}</small>
              </span>
              <small className="co-who">{SURFACES[event.surface]}</small>
            </button>
          </li>
        ))}
      </ul>
      <div ref={end} className="foot" role="status">
        {query.isFetchingNextPage
          ? "Loading earlier events…"
          : query.hasNextPage
            ? "Earlier events follow"
            : `${events.length.toLocaleString("en-US")} ${events.length === 1 ? "event" : "events"}`}
      </div>
    </>
  );
}

/** The record by its name, as a link where a page shows it. */
function about(company: Company, { subject, subject_name }: AuditEvent): ReactNode {
  if (subject === null || subject_name === null) return null;
  const place = placeOf(company, subject);
  return place === null ? (
    <bdi>{subject_name}</bdi>
  ) : (
    <Link key="about" to={place.to} search={place.search} dir="auto">
      {subject_name}
    </Link>
  );
}

function EventPanel(props: {
  readonly company: Company;
  readonly event: AuditEvent | undefined;
  readonly id: string;
  readonly people: People;
  readonly onClose: () => void;
}) {
  const { company, event, id, people, onClose } = props;
  useFocusBack(`[data-opens="${CSS.escape(id)}"]`);
  if (event === undefined)
    return (
      <Panel name="Event" title="Not in the list" onClose={onClose} focusKey={id}>
        <p className="none">This event is not among those that are loaded. Change the filters.</p>
      </Panel>
    );
  const { before, after, note } = event;
  const isField = note !== null && fieldText(note) !== note;
  const text = (value: string | null): string => (isField ? valueText(note, value) : (value ?? "none"));
  return (
    <Panel name="Event" title={eventText(event, people)} onClose={onClose} focusKey={id}>
      {before === null && after === null ? (
        <p className="hint">This event says who did what, and holds no values.</p>
      ) : (
        <Table caption="What changed" heads={[isField ? "Field" : "State", "Before", "After"]}>
          <tbody>
            <tr>
              <th scope="row">{isField ? fieldText(note) : "State"}</th>
              <td dir="auto">{text(before)}</td>
              <td dir="auto">{text(after)}</td>
            </tr>
          </tbody>
        </Table>
      )}
      <Facts
        facts={[
          ["When", timeText(event.at)],
          ["Who", people.nameOf(event.actor)],
          ["From where", SURFACES[event.surface]],
          ["Remark", isField ? null : note],
          ["About", about(company, event)],
        ]}
      />
      <details>
        <summary>Details</summary>
        <Facts
          facts={[
            ["Operation, command or job", <code key="action">{event.action}</code>],
            ["Record", event.subject === null ? null : <code key="subject">{event.subject}</code>],
            ["API key", event.key === null ? null : <code key="key">{event.key}</code>],
            ["Request", event.request === null ? null : <code key="request">{event.request}</code>],
          ]}
        />
      </details>
    </Panel>
  );
}
