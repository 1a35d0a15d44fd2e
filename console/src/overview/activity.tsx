/** The last changes of the company, in words, each a link to its record if a page shows it. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { actionText, surfaceText } from "../parts/audit.ts";
import { Read } from "../parts/read.tsx";
import { timeText, timeValue } from "../kit/times.ts";
import { placeOf } from "../shell/places.ts";

function Changed(props: {
  readonly company: Company;
  readonly action: string;
  readonly subject: string | null;
}) {
  const { company, action, subject } = props;
  const place = subject === null ? null : placeOf(company, subject);
  if (place === null) return actionText(action);
  return (
    <Link to={place.to} search={place.search}>
      {actionText(action)}
    </Link>
  );
}

export function Activity({ company }: { readonly company: Company }) {
  const changes = useQuery({
    queryKey: ["changes", company.id],
    queryFn: ({ signal }) => ownOf(company.id).listChanges({ signal }).all(),
  });
  return (
    <section className="ov-card" aria-labelledby="ov-changes">
      <header>
        <h2 id="ov-changes">Recent activity</h2>
      </header>
      <Read query={changes} what="the last changes">
        {(events) =>
          events.length === 0 ? (
            <p className="soft">Nothing has changed yet.</p>
          ) : (
            <ul className="ov-list">
              {events.map(({ id, at, action, surface, subject }) => (
                <li key={id}>
                  <span>
                    <Changed company={company} action={action} subject={subject} />{" "}
                    <small className="soft">{surfaceText(surface)}</small>
                  </span>
                  <time className="soft" dateTime={timeValue(at)}>
                    {timeText(at)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  );
}
