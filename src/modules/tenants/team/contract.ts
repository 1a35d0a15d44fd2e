/**
 * What the API promises about the team: its directory and invitations (specification, "Team directory",
 * "Team").
 */
import Type from "typebox";
import { BLANK_IS_MISSING, exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { pathParam, plainIdParam } from "../../../contract/params.ts";
import { idSchema, markerSchema, permissionsSchema, timestampSchema } from "../../../contract/schemas.ts";
import { LIMITS } from "../../../core/limits.ts";
import { NAME_PATTERN } from "../../../core/names.ts";
import { MANAGE_TEAM, TEMPLATES } from "./rules.ts";

const accessFields = {
  permissions: permissionsSchema,
  access_template: Type.Enum([...TEMPLATES], {
    description: "`admin` or `read_only` when the permissions are exactly that preset, else `custom`.",
  }),
};

const memberSchema = exactly({
  id: nullable(idSchema("member", "The member's id. Null for a short time at most.")),
  object: markerSchema("member"),
  name: nullable(Type.String({ description: "First and last name; null when neither is known." })),
  email: Type.String({ description: "The member's e-mail address, in lower case." }),
  first_name: nullable(Type.String({ description: "First name." })),
  last_name: nullable(Type.String({ description: "Last name." })),
  active: Type.Boolean({ description: "Whether the member may come in." }),
  last_active: nullable(timestampSchema("When the member was last seen; null when that is not known.")),
  created: timestampSchema("When the member joined this company."),
  ...accessFields,
});

const invitationSchema = exactly(
  {
    id: nullable(idSchema("invitation", "The invitation's id. Null for a short time at most.")),
    object: markerSchema("invitation"),
    first_name: Type.String({ description: "First name of the one who is invited." }),
    last_name: Type.String({ description: "Last name." }),
    email: Type.String({ description: "The address that is invited, as it was given." }),
    invited_by: nullable(
      idSchema("member", "The member who made it first, who may have left the team since."),
    ),
    created: timestampSchema("When it was made."),
    expires: timestampSchema("When it ceases to be good, unless it is sent again."),
    version: Type.String({
      description: "Changes with each change of the invitation. Not to be read, compared or sent.",
    }),
    ...accessFields,
  },
  { description: "An offer of a membership that is pending." },
);

const answerSchema = exactly(
  {
    invitation: invitationSchema,
    changed: Type.Boolean({ description: "Whether an invitation that was there before was altered." }),
  },
  { title: "InvitationAnswer" },
);

/** Text that must be there; blank counts as absent. */
const needed = (options: {
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly description: string;
}) => Type.String({ ...options, [BLANK_IS_MISSING]: true });

const accessBody = {
  access_template: Type.Enum([...TEMPLATES], {
    description: "A named set of permissions, or `custom` for those that stand in `permissions`.",
    [BLANK_IS_MISSING]: true,
  }),
  permissions: Type.Optional(permissionsSchema),
};

const newInvitation = exactly(
  {
    first_name: needed({
      pattern: NAME_PATTERN,
      description: "First name, on one line. Blanks around it are left out.",
    }),
    last_name: needed({
      pattern: NAME_PATTERN,
      description: "Last name, on one line. Blanks around it are left out.",
    }),
    email: needed({
      maxLength: LIMITS.text_field_characters.value,
      description:
        "The address, as `name@domain`. It is shown as it is given here, and compared without regard to case.",
    }),
    ...accessBody,
  },
  { title: "NewInvitation" },
);

const newAccess = exactly(accessBody, { title: "NewAccess" });

const CONCEALED =
  "An invitation of another company, or one that is no longer pending, is answered like one that does not exist.";
const PLAN = "The company has no active or trialing Growth plan, or better.";

const common = {
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
      "The members of the company, active ones first, and the invitations that are pending, whether they have expired or not. Former members are left out. Not paginated.",
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
      "Invites an address to the company of the API key, in the name of the key's owner. `permissions` belongs to the template `custom` and to no other. Nobody can give more access than they have. Full Admin access can always be given; any other needs the feature `role_based_access_control` and an active or trialing Growth plan. What counts is the resulting permissions, not the name of the template.",
    requires: MANAGE_TEAM,
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "json", schema: newInvitation },
    idempotency:
      "Safe to repeat, without an idempotency key: the same inviter, names, address (in whatever case) and permissions give the saved invitation with the status `200`, also when it has expired. A pending invitation of the address that differs in anything else is refused.",
    success: {
      status: 201,
      description: "The invitation that was made. Nothing is promised about the delivery of mail.",
      schema: answerSchema,
      repeated: {
        status: 200,
        description: "The same request was carried out before: the saved invitation.",
      },
    },
    errors: [
      {
        code: "parameter_missing",
        params: ["first_name", "last_name", "email", "access_template", "permissions"],
        when: "A required field is absent or blank, or `custom` stands without `permissions`.",
      },
      {
        code: "invalid_request",
        params: ["first_name", "last_name", "email", "access_template", "permissions"],
        when: "A field is of the wrong kind, `permissions` does not state a level that exists in each of the fourteen areas, or it stands beside another template than `custom`.",
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
        when: "The access is more than the owner of the key has.",
      },
      {
        code: "invitation_invalid",
        params: ["email"],
        when: "It is no e-mail address, it is invited already with something else, or it is that of a member.",
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
      "Gives a pending invitation other access. Nothing else of it can be changed. The owner of the key needs authority over the access that it has and over the access that it is to have.",
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
        when: "`access_template` is absent or blank, or `custom` stands without `permissions`.",
      },
      {
        code: "invalid_request",
        params: ["access_template", "permissions"],
        when: "A field is unknown or of the wrong kind, or `permissions` does not fit the template. Names, address and `version` are not taken.",
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
        when: "The access that it has, or is to have, is more than the owner of the key has.",
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
      "Makes a pending invitation good for longer, also one that has expired. Who invited and when stay as they were. It takes neither a body nor parameters.",
    concealment: CONCEALED,
    requires: MANAGE_TEAM,
    pathParams: { id: plainIdParam("invitation", { description: "The invitation's id." }) },
    query: {},
    unknownQuery: "refused",
    body: { mode: "none" },
    idempotency: "Each call extends the invitation; an extra one does no harm.",
    success: {
      status: 200,
      description: "The invitation with its new `expires`. Nothing is promised about the delivery of mail.",
      schema: answerSchema,
    },
    errors: [
      { code: "invalid_request", when: "A body or a parameter was sent." },
      { code: "resource_missing", when: "The company has no such pending invitation." },
      {
        code: "insufficient_permission",
        params: ["invitation_id"],
        when: "Its access is more than the owner of the key has.",
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
      "Takes a pending invitation back. It never takes a member off the team. It takes neither a body nor parameters.",
    concealment:
      "An id that the company does not have is answered as if its invitation had been revoked already.",
    requires: MANAGE_TEAM,
    pathParams: { id: pathParam({ description: "The invitation's id.", errors: [] }) },
    query: {},
    unknownQuery: "refused",
    body: { mode: "none" },
    idempotency: "Safe to repeat: an invitation that is not there is revoked.",
    success: { status: 204, description: "It is not pending.", schema: Type.Null() },
    errors: [
      { code: "invalid_request", when: "A body or a parameter was sent." },
      {
        code: "resource_missing",
        params: ["invitation_id"],
        when: "It was accepted: there is a member, and no invitation.",
      },
      {
        code: "insufficient_permission",
        params: ["invitation_id"],
        when: "Its access is more than the owner of the key has.",
      },
    ],
    limits: [],
    hints: { readOnly: false, destructive: true, idempotent: true },
    examples: [{ title: "Revoke it", path: "/team/invitations/invite_example1" }],
  }),
} as const;
