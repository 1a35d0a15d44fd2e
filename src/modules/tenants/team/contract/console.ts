/** What only the web console asks of the team: invitations in every state, people, and changes of members. */
import Type from "typebox";
import {
  exactly,
  nullable,
  operation,
  CONSOLE_READ,
  CONSOLE_API_ROOT,
} from "../../../../contract/operation.ts";
import { limitParam, opaqueParam, pathParam, wordParam } from "../../../../contract/params.ts";
import { membersOf } from "../../../../contract/record.ts";
import { idSchema, markerSchema, pageSchema, timestampSchema } from "../../../../contract/schemas.ts";
import { INVITATIONS } from "../record.ts";
import { INVITATION_STATES, MANAGE_TEAM } from "../rules.ts";

import {
  accessBody,
  accessFields,
  common,
  invitationSchema,
  memberSchema,
  PLAN,
  teamContract,
} from "./index.ts";

const consoleRead = { ...CONSOLE_READ, requires: [{ area: "team_access", level: "view" }] } as const;

const PASSED_ON =
  "Where no mail is sent, it makes no mail, and its answer has the link for the caller to pass on.";

const passedSchema = exactly(
  {
    invitation: invitationSchema,
    is_mailed: Type.Boolean({ description: "True if a mail with the link is on its way." }),
    link: nullable(
      Type.String({
        description:
          "Where no mail is sent, the new link, which replaces older ones. Null if the invitation can't be accepted now, and for a user who has access to another company and no password that only they could set.",
      }),
    ),
  },
  { title: "PassedInvitation" },
);

const oneMember = { id: pathParam({ description: "The member's id, `mbr_...`." }) };
const NO_MEMBER = { code: "resource_missing", params: ["id"], when: "The team has no such member." } as const;

/** What only the web console asks of the team. */
export const teamConsoleContract = {
  listInvitations: operation({
    ...consoleRead,
    id: "listInvitations",
    path: "/invitations",
    summary: "List invitations in every state",
    description: "All invitations of the company, the newest first: pending, expired, accepted and revoked.",
    query: {
      state: wordParam(INVITATION_STATES, { description: "Only those in this state." }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same state.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of invitations.",
      schema: pageSchema(
        `${CONSOLE_API_ROOT}/invitations`,
        exactly(
          {
            object: markerSchema("invitation_record"),
            ...membersOf(
              INVITATIONS,
              "id",
              "first_name",
              "last_name",
              "email",
              "invited_by",
              "created",
              "expires",
            ),
            state: Type.Enum([...INVITATION_STATES], { description: "Its state." }),
            accepted_at: nullable(timestampSchema("When it was accepted.")),
            accepted_by: nullable(idSchema("member", "The member who joined by it.")),
            ...accessFields,
          },
          { title: "InvitationRecord" },
        ),
      ),
    },
    errors: [{ code: "resource_missing", when: "The cursor is unknown." }],
    limits: ["page_size_default", "page_size_max"],
    examples: [{ title: "The accepted ones", path: "/invitations?state=accepted" }],
  }),
  inviteMember: operation({
    ...teamContract.createInvitation,
    tag: "Console",
    id: "inviteMember",
    path: "/invitations",
    description: `Does what \`createInvitation\` does. ${PASSED_ON}`,
    success: { ...teamContract.createInvitation.success, schema: passedSchema },
    examples: teamContract.createInvitation.examples.map((each) => ({ ...each, path: "/invitations" })),
  }),
  resendMember: operation({
    ...teamContract.resendInvitation,
    tag: "Console",
    id: "resendMember",
    path: "/invitations/{id}/resend",
    description: `Does what \`resendInvitation\` does. ${PASSED_ON} Then the caller becomes the inviter, so that the link gives no more than they may give.`,
    success: { ...teamContract.resendInvitation.success, schema: passedSchema },
    examples: [{ title: "Send it again", path: "/invitations/invite_example1/resend" }],
  }),
  listPeople: operation({
    ...consoleRead,
    id: "listPeople",
    path: "/people",
    summary: "List who is or was on the team",
    description:
      "The users that records name by id: present and former members, and the service members of read-only keys.",
    query: {},
    paging: { kind: "none" },
    success: {
      status: 200,
      description: "The people.",
      schema: exactly(
        {
          object: markerSchema("people"),
          people: Type.Array(
            exactly(
              {
                user: idSchema("user", "The user's id."),
                member: idSchema("member", "The member's id."),
                name: nullable(Type.String({ description: "First and last name." })),
                email: Type.String({ description: "The e-mail address." }),
                is_service: Type.Boolean({
                  description: "True for the member of a read-only key, which is no person.",
                }),
                is_former: Type.Boolean({ description: "True if the membership has ended." }),
              },
              { title: "TeamPerson" },
            ),
            { description: "The people." },
          ),
        },
        { title: "People" },
      ),
    },
    errors: [],
    limits: [],
    examples: [{ title: "Everybody", path: "/people" }],
  }),
  changeMember: operation({
    ...common,
    tag: "Console",
    id: "changeMember",
    method: "PATCH",
    path: "/team/members/{id}",
    summary: "Change the access of a member",
    description:
      "Changes what another member may do, from the next request on. Keys of a member who loses API access are revoked. The caller needs at least the member's present access and the new one. Full Admin access has no further condition; any other needs the feature `role_based_access_control` and an active or trialing Growth plan.",
    concealment: "A member of another company, or one who has left, is answered like an unknown one.",
    requires: MANAGE_TEAM,
    pathParams: oneMember,
    query: {},
    unknownQuery: "ignored",
    body: { mode: "json", schema: exactly(accessBody, { title: "MemberAccess" }) },
    idempotency: "Safe to repeat: a member who has the access already stays so, with `changed` false.",
    success: {
      status: 200,
      description: "The member as it is now.",
      schema: exactly(
        {
          member: memberSchema,
          changed: Type.Boolean({ description: "Whether the access was another one before." }),
        },
        { title: "MemberAnswer" },
      ),
    },
    errors: [
      {
        code: "parameter_missing",
        params: ["access_template", "permissions"],
        when: "`access_template` is absent or blank, or `custom` has no `permissions`.",
      },
      {
        code: "invalid_request",
        params: ["id", "access_template", "permissions"],
        when: "The member is the caller or belongs to a read-only key, or a value does not fit.",
      },
      {
        code: "feature_disabled",
        params: ["permissions"],
        when: "The access is not full Admin and the company lacks role-based access control.",
      },
      { code: "plan_upgrade_required", when: `The access is not full Admin. ${PLAN}` },
      NO_MEMBER,
      {
        code: "insufficient_permission",
        params: ["id", "permissions"],
        when: "The member's present or new access exceeds that of the caller.",
      },
    ],
    limits: [],
    hints: { readOnly: false, destructive: false, idempotent: true },
    examples: [],
  }),
  removeMember: operation({
    ...common,
    tag: "Console",
    id: "removeMember",
    method: "DELETE",
    path: "/team/members/{id}",
    summary: "Remove a member",
    description:
      "Ends another member's access to the company, from the next request on, and revokes their keys of it. What they did keeps their name. They can be invited again.",
    concealment: "A member of another company, or one who has left, is answered like an unknown one.",
    requires: MANAGE_TEAM,
    pathParams: oneMember,
    query: {},
    unknownQuery: "ignored",
    body: { mode: "none" },
    idempotency: "A member who was removed is unknown from then on.",
    success: { status: 204, description: "The member is removed.", schema: Type.Null() },
    errors: [
      {
        code: "invalid_request",
        params: ["id"],
        when: "The member is the caller or belongs to a read-only key.",
      },
      NO_MEMBER,
      {
        code: "insufficient_permission",
        params: ["id"],
        when: "The member has more access than the caller.",
      },
    ],
    limits: [],
    hints: { readOnly: false, destructive: true, idempotent: true },
    examples: [],
  }),
} as const;
