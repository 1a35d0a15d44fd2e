/** The last changes of the company, in words, each a link to its record if a page shows it. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Change } from "../api/generated/schemas.ts";
import { sessionQuery } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { actionText, deedOf, surfaceText } from "../parts/audit.ts";
import { Read } from "../parts/read.tsx";
import { timeText, timeValue } from "../kit/times.ts";
import { placeOf } from "../shell/places.ts";

/** Who it was: oneself, a name, or as much as one may know. */
function whoText({ actor, actor_name }: Change, self: string | undefined): string {
  if (actor === null) return "The service";
  if (actor === self) return "You";
  return actor_name ?? (actor.startsWith("user_") ? "A member of the team" : actor);
}

function Changed({ company, change }: { readonly company: Company; readonly change: Change }) {
  const { action, subject, subject_name } = change;
  const self = useQuery(sessionQuery).data?.user.id;
  const deed = deedOf(action, subject_name);
  const what = deed?.what ?? actionText(action);
  const place = subject === null ? null : placeOf(company, subject);
  return (
    <span>
      <b dir="auto">{whoText(change, self)}</b>
      {deed === null ? ": " : ` ${deed.did} `}
      {place === null ? (
        <span dir="auto">{what}</span>
      ) : (
        <Link to={place.to} search={place.search} dir="auto">
          {what}
        </Link>
      )}{" "}
      <small className="soft">{surfaceText(change.surface)}</small>
    </span>
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
              {events.map((change) => (
                <li key={change.id}>
                  <Changed company={company} change={change} />
                  <time className="soft" dateTime={timeValue(change.at)}>
                    {timeText(change.at)}
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
