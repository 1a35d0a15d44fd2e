/**
 * The team's operations: turns bodies into use cases and rows into responses. Responses contain nothing about
 * how an invitation was delivered or accepted.
 */
import { CONSOLE_API_ROOT, type Handlers, RepeatedOutput } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { accessTemplate, inAreaOrder, type Permissions } from "@daybook/words/areas";
import { page } from "../../../contract/schemas.ts";
import type { teamConsoleContract } from "./contract/console.ts";
import { invitationSchema, type teamContract } from "./contract/index.ts";
import { type InvitationRow, INVITATIONS } from "./record.ts";
import { fullName, type Invitee, requestedPermissions, stateOf, versionOf } from "./rules.ts";
import type { InviteResult, Passed, Team, TeamService } from "./service/index.ts";

function memberView(row: Team["members"][number]) {
  const { id, first_name, last_name, email, active, created } = row;
  return {
    id,
    object: "member" as const,
    name: fullName(first_name, last_name),
    email,
    first_name,
    last_name,
    active,
    last_active: null,
    created,
    ...accessView(row.permissions),
  };
}

const invitationView = viewing(INVITATIONS, invitationSchema, (row: InvitationRow) => ({
  object: "invitation",
  version: versionOf(row),
  ...accessView(row.permissions),
}));

function accessView(permissions: Permissions) {
  return { permissions: inAreaOrder(permissions), access_template: accessTemplate(permissions) };
}

export function teamHandlers(team: TeamService): Handlers<typeof teamContract> {
  return {
    async getTeam({ principal }) {
      const { members, invitations } = await team.read(principal.companyId);
      return { members: members.map(memberView), invitations: invitations.map(invitationView) };
    },
    async createInvitation({ principal, body, now }) {
      const { invitation, created } = await team.invite(principal, inviteeOf(body), now);
      const answer = { invitation: invitationView(invitation), changed: false };
      return created ? answer : new RepeatedOutput(answer);
    },
    async changeInvitation({ principal, input, body }) {
      const { invitation, changed } = await team.change(principal, input.id, requestedPermissions(body));
      return { invitation: invitationView(invitation), changed };
    },
    async resendInvitation({ principal, input, now }) {
      return { invitation: invitationView(await team.resend(principal, input.id, now)), changed: true };
    },
    async revokeInvitation({ principal, input }) {
      await team.revoke(principal, input.id);
      return null;
    },
  };
}

type NewInvitation = Parameters<Handlers<typeof teamContract>["createInvitation"]>[0]["body"];

function inviteeOf(body: NewInvitation): Invitee {
  const { first_name, last_name, email } = body;
  return {
    first_name: first_name.trim(),
    last_name: last_name.trim(),
    email,
    permissions: requestedPermissions(body),
  };
}

function passedView({ invitation, isMailed, link }: InviteResult & Passed) {
  return { invitation: invitationView(invitation), is_mailed: isMailed, link };
}

export function teamConsoleHandlers(
  team: Pick<
    TeamService,
    "changeMember" | "inviteByLink" | "listInvitations" | "listPeople" | "removeMember" | "resendByLink"
  >,
): Handlers<typeof teamConsoleContract> {
  return {
    async listInvitations({ principal, input, now }) {
      const rows = await team.listInvitations(principal.companyId, input, now);
      return page(`${CONSOLE_API_ROOT}/invitations`, rows, input.limit, (row) => {
        const { id, first_name, last_name, email, invited_by, created, expires, accepted_at, accepted_by } =
          row;
        return {
          object: "invitation_record" as const,
          id,
          first_name,
          last_name,
          email,
          invited_by,
          created,
          expires,
          state: stateOf(row, now),
          accepted_at,
          accepted_by,
          ...accessView(row.permissions),
        };
      });
    },
    async inviteMember({ principal, body, now }) {
      const made = await team.inviteByLink(principal, inviteeOf(body), now);
      return made.created ? passedView(made) : new RepeatedOutput(passedView(made));
    },
    async resendMember({ principal, input, now }) {
      return passedView(await team.resendByLink(principal, input.id, now));
    },
    async changeMember({ principal, input, body, now }) {
      const { member, changed } = await team.changeMember(
        principal,
        input.id,
        requestedPermissions(body),
        now,
      );
      return { member: memberView(member), changed };
    },
    async removeMember({ principal, input, now }) {
      await team.removeMember(principal, input.id, now);
      return null;
    },
    async listPeople({ principal }) {
      const people = await team.listPeople(principal.companyId);
      return {
        object: "people",
        people: people.map((row) => ({
          user: row.user_id,
          member: row.id,
          name: fullName(row.first_name, row.last_name),
          email: row.email,
          is_service: row.is_service,
          is_former: row.removed_at !== null,
        })),
      };
    },
  };
}
