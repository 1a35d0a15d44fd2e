/** The API of the team: its directory and invitations (specification, "Team directory", "Team"). */
import Type from "typebox";
import {
  BLANK_IS_MISSING,
  exactly,
  nullable,
  operation,
  READ_HINTS,
} from "../../../../contract/operation.ts";
import { pathParam, plainIdParam } from "../../../../contract/params.ts";
import { membersOf } from "../../../../contract/record.ts";
import { idSchema, markerSchema, timestampSchema } from "../../../../contract/schemas.ts";
import { LIMITS } from "@daybook/words/limits";
import { NAME_PATTERN } from "@daybook/words/names";
import { permissionsSchema } from "../../../../core/permissions.ts";
import { INVITATIONS } from "../record.ts";
import { MANAGE_TEAM, TEMPLATES } from "../rules.ts";

export const accessFields = {
  permissions: permissionsSchema,
  access_template: Type.Enum([...TEMPLATES], {
    description: "`admin` or `read_only` when the permissions are exactly that preset, else `custom`.",
  }),
};

export const memberSchema = exactly({
  id: nullable(idSchema("member", "The member's id. Null for a short time at most.")),
  object: markerSchema("member"),
  name: nullable(Type.String({ description: "First and last name; null when neither is known." })),
  email: Type.String({ description: "The member's e-mail address, in lower case." }),
  first_name: nullable(Type.String({ description: "First name." })),
  last_name: nullable(Type.String({ description: "Last name." })),
  active: Type.Boolean({ description: "Whether the member has access." }),
  last_active: nullable(timestampSchema("When the member was last seen; null when that is not known.")),
  created: timestampSchema("When the member joined this company."),
  ...accessFields,
});

export const invitationSchema = exactly(
  {
    id: nullable(idSchema("invitation", "The invitation's id. Null for a short time at most.")),
    object: markerSchema("invitation"),
    ...membersOf(INVITATIONS, "first_name", "last_name", "email", "invited_by", "created", "expires"),
    version: Type.String({
      description:
        "Changes with each change of the invitation. Treat it as opaque: do not parse, compare or send it.",
    }),
    ...accessFields,
  },
  { description: "An offer of a membership that is pending." },
);

const answerSchema = exactly(
  {
    invitation: invitationSchema,
    changed: Type.Boolean({ description: "Whether an existing invitation was changed." }),
  },
  { title: "InvitationAnswer" },
);

/** A required text; a blank text counts as absent. */
const requiredText = (options: {
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly description: string;
}) => Type.String({ ...options, [BLANK_IS_MISSING]: true });

export const accessBody = {
  access_template: Type.Enum([...TEMPLATES], {
    description: "A named set of permissions, or `custom` for those in `permissions`.",
    [BLANK_IS_MISSING]: true,
  }),
  permissions: Type.Optional(permissionsSchema),
};

const newInvitation = exactly(
  {
    first_name: requiredText({
      pattern: NAME_PATTERN,
      description: "First name, on one line. Surrounding blanks are removed.",
    }),
    last_name: requiredText({
      pattern: NAME_PATTERN,
      description: "Last name, on one line. Surrounding blanks are removed.",
    }),
    email: requiredText({
      maxLength: LIMITS.text_field_characters.value,
      description: "The address, as `name@domain`. It is shown as entered here, and compared ignoring case.",
    }),
    ...accessBody,
  },
  { title: "NewInvitation" },
);

const newAccess = exactly(accessBody, { title: "NewAccess" });

const CONCEALED =
  "An invitation of another company, or one that is no longer pending, is answered like an unknown one.";
export const PLAN = "The company has no active or trialing Growth plan, or better.";

export const common = {
  tag: "Team",
  since: "1.0",
  paging: { kind: "none" },
} as const;

export const teamContract = {
  getTeam: operation({
    ...common,
    id: "getTeam",
    method: "GET",
    path: "/team",
    summary: "Read the team",
    description:
      "The members of the company, active ones first, and the pending invitations, expired ones included. Former members are excluded. Not paginated.",
    requires: [{ area: "team_access", level: "view" }],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "ignored" },
    idempotency: "A read; repeat it freely.",
    success: {
      status: 200,
      description: "The team.",
      schema: exactly(
        {
          members: Type.Array(memberSchema, { description: "Every member." }),
          invitations: Type.Array(invitationSchema, { description: "Every pending invitation." }),
        },
        { title: "Team" },
      ),
    },
    errors: [],
    limits: [],
    hints: READ_HINTS,
    examples: [{ title: "The team of this key's company", path: "/team" }],
  }),
  createInvitation: operation({
    ...common,
    id: "createInvitation",
    method: "POST",
    path: "/team/invitations",
    summary: "Invite somebody to the team",
    description:
      "Invites an address to the API key's company, in the name of the key's owner. `permissions` is allowed only with the template `custom`. The owner can't grant more access than they have. Full Admin access has no further condition; any other access needs the feature `role_based_access_control` and an active or trialing Growth plan. What counts is the resulting permissions, not the name of the template.",
    requires: MANAGE_TEAM,
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "json", schema: newInvitation },
    idempotencyKey: "unused",
    idempotency:
      "Safe to repeat, without an idempotency key: the same inviter, names, address (in whatever case) and permissions give the saved invitation with the status `200`, also when it has expired. A pending invitation of the address that differs in anything else is refused.",
    success: {
      status: 201,
      description: "The new invitation. Mail delivery is not guaranteed.",
      schema: answerSchema,
      repeated: {
        status: 200,
        description: "The request was carried out before; the saved invitation.",
      },
    },
    errors: [
      {
        code: "parameter_missing",
        params: ["first_name", "last_name", "email", "access_template", "permissions"],
        when: "A required field is absent or blank, or `custom` has no `permissions`.",
      },
      {
        code: "invalid_request",
        params: ["first_name", "last_name", "email", "access_template", "permissions"],
        when: "A field has the wrong type, `permissions` lacks a valid level in one of the fourteen areas, or it is sent with another template than `custom`.",
      },
      {
        code: "feature_disabled",
        params: ["permissions"],
        when: "The access is not full Admin and the company lacks role-based access control.",
      },
      { code: "plan_upgrade_required", when: `The access is not full Admin. ${PLAN}` },
      {
        code: "insufficient_permission",
        params: ["permissions"],
        when: "The key's owner can't grant more access than they have.",
      },
      {
        code: "invitation_invalid",
        params: ["email"],
        when: "The address is not an e-mail address, already has an invitation with other content, or belongs to a member.",
      },
      {
        code: "invitation_invalid",
        when: `The company has ${LIMITS.pending_invitations.value} pending invitations already.`,
      },
    ],
    limits: ["invitation_days", "pending_invitations", "text_field_characters"],
    hints: { readOnly: false, destructive: false, idempotent: true },
    examples: [
      {
        title: "Invite a bookkeeper who may read everything",
        path: "/team/invitations",
        body: {
          first_name: "Grace",
          last_name: "Ledger",
          email: "grace@example.com",
          access_template: "read_only",
        },
      },
    ],
  }),
  changeInvitation: operation({
    ...common,
    id: "changeInvitation",
    method: "PATCH",
    path: "/team/invitations/{id}",
    summary: "Change the access of an invitation",
    description:
      "Changes the access of a pending invitation, and nothing else. The key's owner needs at least the invitation's present access and its new access.",
    concealment: CONCEALED,
    requires: MANAGE_TEAM,
    guards: ["role_based_access_control_feature", "growth_plan"],
    pathParams: { id: plainIdParam("invitation", { description: "The invitation's id." }) },
    query: {},
    unknownQuery: "ignored",
    body: { mode: "json", schema: newAccess },
    idempotency:
      "Safe to repeat: an invitation that has the access already stays as it is, with `changed` false.",
    success: { status: 200, description: "The invitation as it is now.", schema: answerSchema },
    errors: [
      {
        code: "parameter_missing",
        params: ["access_template", "permissions"],
        when: "`access_template` is absent or blank, or `custom` has no `permissions`.",
      },
      {
        code: "invalid_request",
        params: ["access_template", "permissions"],
        when: "A field is unknown or has the wrong type, or `permissions` does not fit the template. Names, address and `version` can't be sent.",
      },
      { code: "feature_disabled", when: "The company lacks role-based access control." },
      { code: "plan_upgrade_required", when: PLAN },
      {
        code: "resource_missing",
        params: ["invitation_id"],
        when: "The company has no such pending invitation.",
      },
      {
        code: "insufficient_permission",
        params: ["invitation_id", "permissions"],
        when: "The invitation's present or new access exceeds that of the key's owner.",
      },
    ],
    limits: [],
    hints: { readOnly: false, destructive: false, idempotent: true },
    examples: [
      {
        title: "Make it full Admin access",
        path: "/team/invitations/invite_example1",
        body: { access_template: "admin" },
      },
    ],
  }),
  resendInvitation: operation({
    ...common,
    id: "resendInvitation",
    method: "POST",
    path: "/team/invitations/{id}/resend",
    summary: "Send an invitation again",
    description:
      "Extends a pending invitation, even an expired one. Its inviter and creation time stay unchanged. It accepts neither a body nor parameters.",
    concealment: CONCEALED,
    requires: MANAGE_TEAM,
    pathParams: { id: plainIdParam("invitation", { description: "The invitation's id." }) },
    query: {},
    unknownQuery: "refused",
    body: { mode: "none" },
    idempotencyKey: "unused",
    idempotency: "Each call extends the invitation; an extra one does no harm.",
    success: {
      status: 200,
      description: "The invitation with its new `expires`. Mail delivery is not guaranteed.",
      schema: answerSchema,
    },
    errors: [
      { code: "invalid_request", when: "A body or a parameter was sent." },
      { code: "resource_missing", when: "The company has no such pending invitation." },
      {
        code: "insufficient_permission",
        params: ["invitation_id"],
        when: "The invitation has more access than the key's owner.",
      },
    ],
    limits: ["invitation_days"],
    hints: { readOnly: false, destructive: false, idempotent: false },
    examples: [{ title: "Send it again", path: "/team/invitations/invite_example1/resend" }],
  }),
  revokeInvitation: operation({
    ...common,
    id: "revokeInvitation",
    method: "DELETE",
    path: "/team/invitations/{id}",
    summary: "Revoke an invitation",
    description:
      "Revokes a pending invitation. It never removes a member. It accepts neither a body nor parameters.",
    concealment: "An unknown id is answered like an invitation that was already revoked.",
    requires: MANAGE_TEAM,
    pathParams: { id: pathParam({ description: "The invitation's id.", errors: [] }) },
    query: {},
    unknownQuery: "refused",
    body: { mode: "none" },
    idempotency: "Safe to repeat: revoking a missing invitation changes nothing.",
    success: { status: 204, description: "The invitation is not pending.", schema: Type.Null() },
    errors: [
      { code: "invalid_request", when: "A body or a parameter was sent." },
      {
        code: "resource_missing",
        params: ["invitation_id"],
        when: "The invitation was accepted; its member exists now.",
      },
      {
        code: "insufficient_permission",
        params: ["invitation_id"],
        when: "The invitation has more access than the key's owner.",
      },
    ],
    limits: [],
    hints: { readOnly: false, destructive: true, idempotent: true },
    examples: [{ title: "Revoke it", path: "/team/invitations/invite_example1" }],
  }),
} as const;
