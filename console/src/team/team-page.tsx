/** The team: who is on it, what each may do, and who is invited. All of its state is in its address. */
import type { Invitation, Member, Team } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { sessionQuery } from "../api/queries.ts";
import { clientOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Facts } from "../parts/facts.tsx";
import { useFocusBack } from "../parts/focus-back.ts";
import { onListKey } from "../parts/list-keys.ts";
import { Panel } from "../parts/panel.tsx";
import { EmptyState, Loading, ProblemState } from "../parts/states.tsx";
import { dayOfText, timeText } from "../parts/times.ts";
import { usePageCommands } from "../shell/commands.ts";
import { AccessTable, Matrix } from "./access.tsx";
import { TEMPLATE_NAMES } from "./areas.ts";
import { InvitationView, Invite, isExpired, stateOf } from "./invitation.tsx";
import "./team.css";

/** The query of the address. */
interface Search {
  /** `access` shows the table of everybody's access. */
  readonly show?: string | undefined;
  readonly member?: string | undefined;
  readonly invitation?: string | undefined;
  /** `invite` opens the form. */
  readonly do?: string | undefined;
}

const CLOSED: Search = { member: undefined, invitation: undefined, do: undefined };

export function TeamPage() {
  const { company: id } = useParams({ from: "/c/$company/team" });
  const company = useQuery(sessionQuery).data?.companies.find((each) => each.id === id);
  useEffect(() => {
    document.title = `Team · ${company?.name ?? "Daybook"}`;
  }, [company?.name]);
  return company === undefined ? null : <TeamOf key={id} company={company} />;
}

function TeamOf({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/team" });
  const navigate = useNavigate();
  const [said, setSaid] = useState("");
  const go = useCallback(
    (change: Search) =>
      void navigate({
        to: "/c/$company/team",
        params: { company: company.id },
        search: (before: Search) => ({ ...before, ...change }),
      }),
    [navigate, company.id],
  );
  const team = useQuery({
    queryKey: ["team", company.id],
    queryFn: ({ signal }) => clientOf(company.id).getTeam({ signal }),
  });
  const canManage = company.permissions.team_access === "manage";
  const isMatrix = search.show === "access";
  usePageCommands([
    ...(canManage ? [{ label: "Invite", run: () => go({ ...CLOSED, do: "invite" }) }] : []),
    { label: "Who may do what", run: () => go({ ...CLOSED, show: "access" }) },
  ]);
  return (
    <>
      <header className="page-head">
        <h1>Team</h1>
        <div className="bar" role="toolbar" aria-label="The team">
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
        </div>
      </header>
      <p className="says" role="status">
        {said}
      </p>
      {team.error ? (
        <ProblemState isBelow error={team.error} retry={() => void team.refetch()} />
      ) : team.data === undefined ? (
        <Loading what="the team" />
      ) : (
        <Body company={company} team={team.data} search={search} go={go} onSay={setSaid} />
      )}
    </>
  );
}

interface BodyProps {
  readonly company: Company;
  readonly team: Team;
  readonly search: Search;
  readonly go: (change: Search) => void;
  readonly onSay: (what: string) => void;
}

function Body(props: BodyProps) {
  const { team, search, go } = props;
  const { members, invitations } = team;
  const isOpen = search.member !== undefined || search.invitation !== undefined || search.do === "invite";
  return (
    <div className={isOpen ? "split open" : "split"}>
      <div className="sheet">
        {search.show === "access" ? (
          <Matrix members={members} />
        ) : (
          <>
            <h2 id="tm-members">Members</h2>
            <ul className="entries tm-list" aria-labelledby="tm-members" onKeyDown={onListKey}>
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
                      {TEMPLATE_NAMES[member.access_template]}
                      {member.active ? "" : " · no access now"}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <h2 id="tm-invitations">Invitations</h2>
            {invitations.length === 0 ? (
              <p className="none">
                Nobody is invited. An invitation is here until it is accepted or revoked.
              </p>
            ) : (
              <ul className="entries tm-list" aria-labelledby="tm-invitations" onKeyDown={onListKey}>
                {invitations.map((invitation) => (
                  <InvitationRow key={invitation.id ?? invitation.email} invitation={invitation} {...props} />
                ))}
              </ul>
            )}
          </>
        )}
      </div>
      {isOpen ? <Beside {...props} /> : null}
    </div>
  );
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
function Beside({ company, team, search, go, onSay }: BodyProps) {
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
          onInvited={(made) => {
            go({ ...CLOSED, show: undefined, invitation: made.id ?? undefined });
            onSay(`${made.email} is invited.`);
          }}
        />
      </Panel>
    );
  if (member !== undefined)
    return (
      <Panel {...panel} name="Member" title={member.name ?? member.email}>
        <MemberView member={member} />
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
  return (
    <Panel {...panel} name="Not there" title="Not there">
      <EmptyState isBelow title="Not on this team">
        <p>Nobody with this address is on the team or invited. An accepted invitation becomes a member.</p>
      </EmptyState>
    </Panel>
  );
}

function MemberView({ member }: { readonly member: Member }) {
  return (
    <>
      <Facts
        facts={[
          ["Access", TEMPLATE_NAMES[member.access_template]],
          ["State", member.active ? "Active" : "Has no access now"],
          ["E-mail address", member.email],
          ["On the team since", dayOfText(member.created)],
          ["Last seen", member.last_active === null ? null : timeText(member.last_active)],
          ["Id", <code key="id">{member.id}</code>],
        ]}
      />
      <AccessTable permissions={member.permissions} />
    </>
  );
}
