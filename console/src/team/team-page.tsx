/** The team: who is on it, what each may do, and who is invited. All of its state is in its address. */
import type { Team } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { clientOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { PageHead } from "../kit/page-head.tsx";
import { useGo } from "../parts/go.ts";
import { useFocusBack } from "../kit/focus-back.ts";
import { Panel } from "../kit/panel.tsx";
import { type People, usePeople } from "../parts/people.ts";
import { EmptyState } from "../kit/states.tsx";
import { usePageCommands } from "../shell/commands.ts";
import { addressOf } from "../shell/pages.ts";
import { Matrix, RoleTable } from "./access.tsx";
import { FormerInvitation, type InvitationState, STATES, useInvitations } from "./former-invitations.tsx";
import { InvitationView, Invite } from "./invitation.tsx";
import { MemberView } from "./member.tsx";
import { isService, PeopleList } from "./people-list.tsx";
import { CLOSED, type Search } from "./search.ts";
import "./team.css";
import { KeyList, useKeys } from "../parts/api-keys.tsx";
import { companyPage } from "../parts/company-page.tsx";
import { Read } from "../parts/read.tsx";

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
  const { company, team, search } = props;
  const isOpen = search.member !== undefined || search.invitation !== undefined || search.do === "invite";
  return (
    <div className={isOpen ? "split open" : "split"}>
      <div className="sheet">
        {search.show === "access" ? (
          <Matrix members={team.members} />
        ) : (
          <div className="tm">
            <div>
              <PeopleList {...props} />
              {company.permissions.api_access === "manage" ? (
                <Keys company={company} people={props.people} />
              ) : null}
            </div>
            {isOpen ? null : <RoleTable company={company} />}
          </div>
        )}
      </div>
      {isOpen ? <Beside {...props} /> : null}
    </div>
  );
}

/** The API keys, which open on the page for developers. */
function Keys({ company, people }: Pick<BodyProps, "company" | "people">) {
  const keys = useKeys(company);
  const navigate = useNavigate();
  const to = addressOf(company.id, "developers");
  return (
    <section aria-labelledby="tm-keys">
      <header className="tm-head">
        <h2 id="tm-keys">API keys</h2>
        <Link className="button plain" to={to} search={{ do: "create" }}>
          New key
        </Link>
      </header>
      <Read query={keys} what="the keys">
        {(data) => (
          <KeyList
            keys={data.keys}
            people={people}
            onOpen={(key) => void navigate({ to, search: { key } })}
          />
        )}
      </Read>
    </section>
  );
}

/** The state that the address names, null for all of them; undefined if it names none. */
function stateIn({ state }: Search): InvitationState | null | undefined {
  return state === "all" ? null : STATES.find(([word]) => word === state)?.[0];
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
