/** What stands beside the checklist: the figures of the month, and the months that were closed. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClosingEvent } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Amount } from "../kit/amount.tsx";
import { dayText, startOf } from "../kit/dates.ts";
import { dayOfText } from "../kit/times.ts";
import { usePeople } from "../parts/people.ts";
import { Read } from "../parts/read.tsx";
import { PackageMenu } from "../shell/package-menu.tsx";
import { useClosings } from "./queries.ts";
import { closedName } from "../parts/closed-name.ts";

/** The figures of the month, if the overview has it; nothing for a month long ago. */
export function Figures({ company, through }: { readonly company: string; readonly through: string }) {
  const overview = useQuery({
    queryKey: ["overview", company],
    queryFn: ({ signal }) => ownOf(company).getOverview({ signal }),
  });
  const month = overview.data?.months.find(({ start_date }) => start_date === startOf("month", through, 1));
  if (month === undefined) return null;
  const figures = [
    ["Revenue", month.revenue_cents],
    ["Costs", -month.expenses_cents],
    ["Net income", month.net_income_cents],
    ["Cash at the end", month.cash_cents],
  ] as const;
  return (
    <section className="cl-card" aria-labelledby="cl-figures">
      <h2 id="cl-figures">{closedName(through)}</h2>
      <dl className="cl-figures">
        {figures.map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Amount cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The number of events that are shown until all are asked for. */
const FIRST = 6;

export function Closings({ company }: { readonly company: Company }) {
  const closings = useClosings(company.id);
  const { nameOf } = usePeople(company);
  const [isWhole, setWhole] = useState(false);
  return (
    <section className="cl-card" aria-labelledby="cl-closings">
      <h2 id="cl-closings">Closed months</h2>
      <Read query={closings} what="the closed months">
        {(events) => (
          <>
            {events.length === 0 ? <p className="soft">None yet.</p> : null}
            <ul className="cl-events">
              {(isWhole ? events : events.slice(0, FIRST)).map((event) => (
                <Event key={event.number} company={company} event={event} nameOf={nameOf} />
              ))}
            </ul>
            {events.length > FIRST && !isWhole ? (
              <button type="button" className="button plain" onClick={() => setWhole(true)}>
                Show all {events.length}
              </button>
            ) : null}
          </>
        )}
      </Read>
    </section>
  );
}

interface EventProps {
  readonly company: Company;
  readonly event: ClosingEvent;
  readonly nameOf: (actor: string | null) => string;
}

function Event(props: EventProps) {
  const { action, through, at, actor, reason, checklist } = props.event;
  const open = checklist?.filter(({ state }) => state === "open") ?? [];
  return (
    <li>
      <b>
        {action === "closed" ? closedName(through, true) : `Opened again, closed through ${dayText(through)}`}
      </b>
      <small className="soft">
        {dayOfText(at)} · <bdi>{props.nameOf(actor)}</bdi>
      </small>
      {reason === null ? null : (
        <small>
          <bdi>{reason}</bdi>
        </small>
      )}
      {open.length === 0 ? null : (
        <small className="soft" dir="auto">
          Open then: {open.map(({ title, evidence }) => `${title} (${evidence})`).join("; ")}
        </small>
      )}
      {action === "closed" ? (
        <PackageMenu
          company={props.company}
          name={closedName(through, true)}
          from={startOf("month", through, 1)}
          to={through}
          look="plain"
        />
      ) : null}
    </li>
  );
}
