/** The team: who is on it, what each may do, and who is invited. All of its state is in its address. */
import type { Invitation, Member, Team } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { clientOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Select } from "../kit/select.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { useGo } from "../parts/go.ts";
import { useFocusBack } from "../kit/focus-back.ts";
import { onListKey } from "../kit/list-keys.ts";
import { Panel } from "../kit/panel.tsx";
import { type People, usePeople } from "../parts/people.ts";
import { EmptyState } from "../kit/states.tsx";
import { usePageCommands } from "../shell/commands.ts";
import { Matrix } from "./access.tsx";
import { TEMPLATE_NAMES } from "./areas.ts";
import {
  AllInvitations,
  FormerInvitation,
  type InvitationState,
  STATES,
  useInvitations,
} from "./former-invitations.tsx";
import { InvitationView, Invite, isExpired, stateOf } from "./invitation.tsx";
import { MemberView } from "./member.tsx";
import "../style/lists.css";
import "./team.css";
import { companyPage } from "../parts/company-page.tsx";
import { Read } from "../parts/read.tsx";

/** The query of the address. */
interface Search {
  /** `access` shows the table of everybody's access. */
  readonly show?: string | undefined;
  readonly member?: string | undefined;
  readonly invitation?: string | undefined;
  /** The state of the listed invitations: one of the API's pending ones if left out, or `all`. */
  readonly state?: string | undefined;
  /** `invite` opens the form. */
  readonly do?: string | undefined;
}

const CLOSED: Search = { member: undefined, invitation: undefined, do: undefined };

export const TeamPage = companyPage("Team", TeamOf);

function TeamOf({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/team" });
  const [said, setSaid] = useState("");
  const go = useGo<Search>("/c/$company/team");
  const team = useQuery({
    queryKey: ["team", company.id],
    queryFn: ({ signal }) => clientOf(company.id).getTeam({ signal }),
  });
  const shown = stateIn(search);
  const invitations = useInvitations(company.id, shown ?? null, shown !== undefined);
  const people = usePeople(company);
  const canManage = company.permissions.team_access === "manage";
  const isMatrix = search.show === "access";
  usePageCommands([
    ...(canManage ? [{ label: "Invite", run: () => go({ ...CLOSED, do: "invite" }) }] : []),
    { label: "Who may do what", run: () => go({ ...CLOSED, show: "access" }) },
  ]);
  return (
    <>
      <PageHead title="Team">
        <button
          type="button"
          className={isMatrix ? "button chosen" : "button"}
          aria-pressed={isMatrix}
          onClick={() => go({ ...CLOSED, show: isMatrix ? undefined : "access" })}
        >
          Who may do what
        </button>
        {canManage ? (
          <button
            type="button"
            className="button primary"
            data-opens="invite"
            onClick={() => go({ ...CLOSED, do: "invite" })}
          >
            Invite
          </button>
        ) : null}
      </PageHead>
      <p className="says" role="status">
        {said}
      </p>
      <Read isMain query={team} what="the team">
        {(data) => (
          <Body
            company={company}
            team={data}
            invitations={invitations}
            people={people}
            search={search}
            go={go}
            onSay={setSaid}
          />
        )}
      </Read>
    </>
  );
}

interface BodyProps {
  readonly company: Company;
  /** The invitations in the state of the address. */
  readonly invitations: ReturnType<typeof useInvitations>;
  readonly people: People;
  readonly team: Team;
  readonly search: Search;
  readonly go: (change: Search) => void;
  readonly onSay: (what: string) => void;
}

function Body(props: BodyProps) {
  const { team, search, go } = props;
  const { members } = team;
  const isOpen = search.member !== undefined || search.invitation !== undefined || search.do === "invite";
  return (
    <div className={isOpen ? "split open" : "split"}>
      <div className="sheet">
        {search.show === "access" ? (
          <Matrix members={members} />
        ) : (
          <>
            <h2 id="tm-members">Members</h2>
            <ul
              className="entries tm-list"
              aria-labelledby="tm-members"
              onKeyDown={(event) => onListKey(event)}
            >
              {members.map((member) => (
                <li key={member.id ?? member.email}>
                  <button
                    type="button"
                    data-opens={member.id}
                    aria-current={search.member === member.id ? "true" : undefined}
                    disabled={member.id === null}
                    onClick={() => go({ ...CLOSED, member: member.id ?? undefined })}
                  >
                    <Person name={member.name} email={member.email} />
                    <span className="soft">
                      {isService(props.people, member)
                        ? "Service member of a read-only key"
                        : TEMPLATE_NAMES[member.access_template]}
                      {member.active ? "" : " · no access now"}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <Invitations {...props} />
          </>
        )}
      </div>
      {isOpen ? <Beside {...props} /> : null}
    </div>
  );
}

/** The pending invitations, or those in a state, or all. */
function Invitations(props: BodyProps) {
  const { team, search, go, invitations: query } = props;
  const shown = stateIn(search);
  return (
    <>
      <div className="tm-head">
        <h2 id="tm-invitations">Invitations</h2>
        <Select
          label="State of the invitations"
          value={search.state ?? ""}
          choices={[["", "Open"], ["all", "All"], ...STATES]}
          onChoose={(state) => go({ ...CLOSED, state: state === "" ? undefined : state })}
        />
      </div>
      {shown !== undefined ? (
        <AllInvitations
          query={query}
          opened={search.invitation}
          onOpen={(invitation) => go({ ...CLOSED, invitation })}
        />
      ) : team.invitations.length === 0 ? (
        <p className="none">Nobody is invited. An invitation is here until it is accepted or revoked.</p>
      ) : (
        <ul className="entries tm-list" aria-labelledby="tm-invitations" onKeyDown={onListKey}>
          {team.invitations.map((invitation) => (
            <InvitationRow key={invitation.id ?? invitation.email} invitation={invitation} {...props} />
          ))}
        </ul>
      )}
    </>
  );
}

/** The state that the address names, null for all of them; undefined if it names none. */
function stateIn({ state }: Search): InvitationState | null | undefined {
  return state === "all" ? null : STATES.find(([word]) => word === state)?.[0];
}

function Person({ name, email }: { readonly name: string | null; readonly email: string }) {
  return (
    <span className="what">
      <b dir="auto">{name ?? email}</b>
      {name === null ? null : <small>{email}</small>}
    </span>
  );
}

function InvitationRow({ invitation, search, go }: BodyProps & { readonly invitation: Invitation }) {
  return (
    <li>
      <button
        type="button"
        data-opens={invitation.id}
        aria-current={search.invitation === invitation.id ? "true" : undefined}
        disabled={invitation.id === null}
        onClick={() => go({ ...CLOSED, invitation: invitation.id ?? undefined })}
      >
        <Person name={`${invitation.first_name} ${invitation.last_name}`} email={invitation.email} />
        <span className="soft">
          {TEMPLATE_NAMES[invitation.access_template]}
          <small className={isExpired(invitation) ? "tm-state problem" : "tm-state"}>
            {stateOf(invitation)}
          </small>
        </span>
      </button>
    </li>
  );
}

/** What is open beside the lists. */
function Beside({ company, team, invitations, people, search, go, onSay }: BodyProps) {
  const opened = search.do === "invite" ? "invite" : (search.member ?? search.invitation ?? "");
  useFocusBack(`[data-opens="${CSS.escape(opened)}"]`);
  const close = useCallback(() => go(CLOSED), [go]);
  const member = team.members.find(({ id }) => id === search.member);
  const invitation = team.invitations.find(({ id }) => id === search.invitation);
  const panel = { onClose: close, focusKey: opened };
  if (search.do === "invite" && company.permissions.team_access === "manage")
    return (
      <Panel {...panel} name="Invite" title="Invite somebody">
        <Invite
          company={company}
          onClose={close}
          onInvited={({ invitation: made, is_mailed }) => {
            go({ ...CLOSED, show: undefined, invitation: made.id ?? undefined });
            onSay(
              is_mailed
                ? `${made.email} is invited.`
                : `No mail was sent to ${made.email}. Copy the link and pass it on.`,
            );
          }}
        />
      </Panel>
    );
  if (member !== undefined)
    return (
      <Panel {...panel} name="Member" title={member.name ?? member.email}>
        <MemberView
          key={member.id}
          company={company}
          member={member}
          isService={isService(people, member)}
          onDone={onSay}
          onGone={close}
        />
      </Panel>
    );
  if (invitation !== undefined)
    return (
      <Panel {...panel} name="Invitation" title={`${invitation.first_name} ${invitation.last_name}`}>
        <InvitationView
          key={invitation.id}
          company={company}
          invitation={invitation}
          members={team.members}
          onDone={onSay}
          onGone={close}
        />
      </Panel>
    );
  const former = invitations.data?.pages
    .flatMap(({ data }) => data)
    .find(({ id }) => id === search.invitation);
  if (former !== undefined)
    return (
      <Panel {...panel} name="Invitation" title={`${former.first_name} ${former.last_name}`}>
        <FormerInvitation invitation={former} members={team.members} />
      </Panel>
    );
  return (
    <Panel {...panel} name="Not there" title="Not there">
      <EmptyState isBelow title="Not on this team">
        <p>Nobody with this address is on the team or invited. An accepted invitation becomes a member.</p>
      </EmptyState>
    </Panel>
  );
}

/** True for the member of a read-only key, which is no person. */
function isService({ all }: People, { id }: Member): boolean {
  return all.some(({ member, is_service }) => is_service && member === id);
}
