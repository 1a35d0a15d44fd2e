/** Who is on the team and who is invited, as one list. */
import type { Invitation, Member } from "@daybook/client";
import { DataTable, type TableColumn } from "../kit/data-table.tsx";
import { FilterBar, FilterChoice } from "../kit/filters.tsx";
import { Person } from "../kit/person.tsx";
import { ProblemState } from "../kit/states.tsx";
import { Tag } from "../kit/tag.tsx";
import { timeText } from "../kit/times.ts";
import type { People } from "../parts/people.ts";
import { problemOf } from "../parts/stale.tsx";
import { TEMPLATE_NAMES } from "./areas.ts";
import { type AnyInvitation, STATES, StateTag, type useInvitations } from "./former-invitations.tsx";
import { useSendsMail } from "./invitation.tsx";
import { LinkButton } from "./link-button.tsx";
import type { Company } from "../api/types.ts";
import { CLOSED, type Search } from "./search.ts";

interface PeopleListProps {
  readonly company: Company;
  readonly team: { readonly members: readonly Member[]; readonly invitations: readonly Invitation[] };
  readonly people: People;
  /** The invitations in the state of the address. */
  readonly invitations: ReturnType<typeof useInvitations>;
  readonly search: Search;
  readonly go: (change: Search) => void;
  readonly onSay: (what: string) => void;
}

/** A member, an open invitation, or one of any state. */
interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  readonly role: string;
  readonly member?: Member;
  readonly invited?: Invitation | AnyInvitation;
}

const nameOf = ({ first_name, last_name }: Invitation | AnyInvitation): string =>
  `${first_name} ${last_name}`;

const rowOf = (invited: Invitation | AnyInvitation): Row => ({
  id: invited.id ?? invited.email,
  name: nameOf(invited),
  email: invited.email,
  role: TEMPLATE_NAMES[invited.access_template],
  invited,
});

/** True for the member of a read-only key, which is no person. */
export function isService({ all }: People, { id }: Member): boolean {
  return all.some(({ member, is_service }) => is_service && member === id);
}

function rowsOf({ team, people, invitations, search }: PeopleListProps): readonly Row[] {
  if (search.state !== undefined)
    return (invitations.data?.pages ?? []).flatMap(({ data }) => data).map(rowOf);
  const members = team.members.map((member) => ({
    id: member.id ?? member.email,
    name: member.name,
    email: member.email,
    role: isService(people, member)
      ? "Service member of a read-only key"
      : TEMPLATE_NAMES[member.access_template],
    member,
  }));
  return [...members, ...team.invitations.map(rowOf)];
}

export function PeopleList(props: PeopleListProps) {
  const { company, people, invitations, search, go, onSay } = props;
  const self = people.selfEmail;
  const rows = rowsOf(props);
  const givesLinks = !useSendsMail() && company.permissions.team_access === "manage";
  const columns: readonly TableColumn<Row>[] = [
    {
      head: "People",
      cell: ({ name, email, invited }) => (
        <Person
          name={name}
          email={email}
          note={invited === undefined && email === self ? "you" : null}
          isInvited={invited !== undefined}
        />
      ),
      by: ({ name, email }) => name ?? email,
    },
    { head: "Role", cell: ({ role }) => role, by: ({ role }) => role, isWide: true },
    {
      head: "Last active",
      cell: ({ member, invited }) =>
        invited !== undefined ? (
          <StateTag invitation={invited} />
        ) : member?.active === false ? (
          <Tag look="plain">No access now</Tag>
        ) : member !== undefined && member.email === self ? (
          <Tag look="good">Active now</Tag>
        ) : member?.last_active === null || member === undefined ? (
          <span className="soft">Not yet</span>
        ) : (
          timeText(member.last_active)
        ),
      by: ({ member }) => (member?.email === self ? Infinity : (member?.last_active ?? 0)),
    },
    ...(givesLinks
      ? [
          {
            head: "Link",
            cell: ({ invited }: Row) =>
              invited === undefined ? null : <LinkButton {...{ company, onSay }} invitation={invited} />,
            isWide: true,
          },
        ]
      : []),
  ];
  return (
    <section aria-label="People">
      <FilterBar names={["state"]} search={search} onClear={(cleared) => go({ ...CLOSED, ...cleared })}>
        <FilterChoice
          label="Invitations"
          value={search.state ?? ""}
          all="Open"
          options={[{ id: "all", name: "All" }, ...STATES.map(([id, name]) => ({ id, name }))]}
          onChoose={(state) => go({ ...CLOSED, state: state === "" ? undefined : state })}
        />
      </FilterBar>
      {problemOf(invitations) ? (
        <ProblemState isBelow error={invitations.error} retry={() => void invitations.refetch()} />
      ) : rows.length === 0 ? (
        <p className="none" role="status">
          {invitations.isPending ? "Loading the invitations…" : "No invitation is in this state."}
        </p>
      ) : (
        <DataTable
          caption={
            search.state === undefined ? "Members and open invitations" : "Invitations, the newest first"
          }
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          opened={search.member ?? search.invitation}
          onOpen={({ id, member }) =>
            go(member === undefined ? { ...CLOSED, invitation: id } : { ...CLOSED, member: id })
          }
          more={search.state === undefined ? undefined : { query: invitations, label: "Load more" }}
        />
      )}
      {givesLinks ? (
        <p className="note plain">
          Email is not set up on this server. Copy the link of an invitation and send it yourself.
        </p>
      ) : null}
    </section>
  );
}
