/** Invitations in every state, the newest first: a list of its own, because the API has only pending ones. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Invitation, Member } from "@daybook/client";
import type { InvitationRecordList } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import { Facts } from "../kit/facts.tsx";
import { Tag } from "../kit/tag.tsx";
import { dayOfText, timeText } from "../kit/times.ts";
import { AccessTable } from "./access.tsx";
import { isExpired } from "./invitation.tsx";

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

const LOOKS = { expired: "warn", accepted: "good", revoked: "plain" } as const;

/** What became of an invitation, in words. */
function stateText({
  state,
  expires,
  accepted_at,
}: Pick<AnyInvitation, "state" | "expires" | "accepted_at">): string {
  if (state === "pending") return `Pending until ${dayOfText(expires)}`;
  if (state === "expired") return `Expired ${dayOfText(expires)}`;
  if (state === "revoked") return "Revoked";
  return accepted_at === null ? "Accepted" : `Accepted ${dayOfText(accepted_at)}`;
}

/** The state of an invitation, told by color as well. */
export function StateTag({ invitation }: { readonly invitation: Invitation | AnyInvitation }) {
  const { expires } = invitation;
  const state = "state" in invitation ? invitation.state : isExpired(invitation) ? "expired" : "pending";
  const whole = { accepted_at: null, ...invitation, state };
  if (state === "pending") return <Tag look="wait">{`Invited, until ${dayOfText(expires)}`}</Tag>;
  return <Tag look={LOOKS[state]}>{stateText(whole)}</Tag>;
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
