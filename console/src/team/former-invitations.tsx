/** Invitations in every state, the newest first: a list of its own, because the API has only pending ones. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Member } from "@daybook/client";
import type { InvitationRecordList } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import { Facts } from "../kit/facts.tsx";
import { onListKey } from "../kit/list-keys.ts";
import { useLoadMore } from "../kit/load-more.ts";
import { Loading, ProblemState } from "../kit/states.tsx";
import { dayOfText, timeText } from "../kit/times.ts";
import { AccessTable } from "./access.tsx";
import { TEMPLATE_NAMES } from "./areas.ts";
import "../style/lists.css";
import { problemOf } from "../parts/stale.tsx";

export type AnyInvitation = InvitationRecordList["data"][number];
export type InvitationState = AnyInvitation["state"];

/** The states, with their names in the choice of one. */
export const STATES: readonly (readonly [state: InvitationState, name: string])[] = [
  ["pending", "Pending"],
  ["expired", "Expired"],
  ["accepted", "Accepted"],
  ["revoked", "Revoked"],
];

const INVITATIONS_IN_A_PAGE = 100;

export function useInvitations(company: string, state: InvitationState | null, isAsked: boolean) {
  return useInfiniteQuery({
    // Its beginning is that of the team's, which an invitation that changes reads anew.
    queryKey: ["team", company, "invitations", state],
    enabled: isAsked,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === "" ? {} : { starting_after: pageParam };
      return ownOf(company)
        .listInvitations(
          { ...(state === null ? {} : { state }), ...after, limit: INVITATIONS_IN_A_PAGE },
          { signal },
        )
        .first();
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

/** What became of an invitation, in words. */
function stateText({ state, expires, accepted_at }: AnyInvitation): string {
  if (state === "pending") return `Pending until ${dayOfText(expires)}`;
  if (state === "expired") return `Expired ${dayOfText(expires)}`;
  if (state === "revoked") return "Revoked";
  return accepted_at === null ? "Accepted" : `Accepted ${dayOfText(accepted_at)}`;
}

export function AllInvitations(props: {
  readonly query: ReturnType<typeof useInvitations>;
  readonly opened: string | undefined;
  readonly onOpen: (id: string) => void;
}) {
  const { query, opened, onOpen } = props;
  const end = useLoadMore(query);
  if (problemOf(query))
    return <ProblemState isBelow error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="the invitations" />;
  const all = query.data.pages.flatMap(({ data }) => data);
  if (all.length === 0) return <p className="none">No invitation is in this state.</p>;
  return (
    <>
      <ul className="entries tm-list" aria-labelledby="tm-invitations" onKeyDown={onListKey}>
        {all.map((invitation) => (
          <li key={invitation.id}>
            <button
              type="button"
              data-opens={invitation.id}
              aria-current={opened === invitation.id ? "true" : undefined}
              onClick={() => onOpen(invitation.id)}
            >
              <span className="what">
                <b dir="auto">
                  {invitation.first_name} {invitation.last_name}
                </b>
                <small>{invitation.email}</small>
              </span>
              <span className="soft">
                {TEMPLATE_NAMES[invitation.access_template]}
                <small className={invitation.state === "expired" ? "tm-state problem" : "tm-state"}>
                  {stateText(invitation)}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div ref={end} role="status" className="hint">
        {query.isFetchingNextPage ? "Loading earlier invitations…" : null}
      </div>
    </>
  );
}

/** An invitation that is over: it can only be read. */
export function FormerInvitation(props: {
  readonly invitation: AnyInvitation;
  readonly members: readonly Member[];
}) {
  const { invitation, members } = props;
  const nameOf = (id: string | null): string => {
    const member = members.find((each) => each.id === id);
    return member?.name ?? member?.email ?? "Nobody who is on the team now";
  };
  return (
    <>
      <Facts
        facts={[
          ["State", stateText(invitation)],
          ["E-mail address", invitation.email],
          ["Invited by", nameOf(invitation.invited_by)],
          ["Invited", timeText(invitation.created)],
          ["Accepted by", invitation.state === "accepted" ? nameOf(invitation.accepted_by) : null],
        ]}
      />
      <AccessTable permissions={invitation.permissions} />
    </>
  );
}
