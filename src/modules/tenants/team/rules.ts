/**
 * Decisions on the team, as pure functions: a member's full name, the access that a request asks for, who may
 * grant it, and when a request repeats an earlier one. Each `...Refusal` function returns a refusal or null
 * and throws nothing, so that the service decides the order of the checks.
 */
import { hash } from "node:crypto";
import type { Principal } from "../../../contract/principal.ts";
import {
  accessTemplate,
  AREAS,
  type Permissions,
  PRESETS,
  reaches,
  samePermissions,
} from "@daybook/words/areas";
import { DAY_S, LAST_SECOND, type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { emailKey } from "../../../core/email.ts";
import { type Refusal, refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { type MemberListing, ownerRefusal, permissionRefusal } from "../access/index.ts";
import { isGrowthOrHigher } from "../company/index.ts";
import type { InvitationRow } from "./record.ts";

/** The permission that every change of a team requires. */
export const MANAGE_TEAM = [{ area: "team_access", level: "manage" }] as const;

/** The states of an invitation. */
export const INVITATION_STATES = ["pending", "expired", "accepted", "revoked"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** The state of an invitation at `now`. */
export function stateOf({ state, expires }: InvitationRow, now: UnixSeconds): InvitationState {
  return state === "pending" && expires <= now ? "expired" : state;
}

export const TEMPLATES = ["admin", "read_only", "custom"] as const;

/** The caller's input of an invitation. */
export interface Invitee {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly permissions: Permissions;
}

/** Joins the trimmed, non-empty parts of a name by one space. Null if all parts are empty. */
export function fullName(first: string | null, last: string | null): string | null {
  const parts = [first, last].map((part) => (part ?? "").trim()).filter((part) => part !== "");
  return parts.length === 0 ? null : parts.join(" ");
}

/** The levels that a body asks for. Throws a refusal if `permissions` and `access_template` contradict. */
export function requestedPermissions(body: {
  readonly access_template: (typeof TEMPLATES)[number];
  readonly permissions?: Permissions;
}): Permissions {
  const { access_template: template, permissions } = body;
  if (template === "custom") {
    if (permissions === undefined)
      throw refuse("parameter_missing", {
        param: "permissions",
        message: "`permissions` is required with the template `custom`.",
      });
    return permissions;
  }
  if (permissions !== undefined)
    throw refuse("invalid_request", {
      param: "permissions",
      message: `\`permissions\` must not be sent with the template \`${template}\`.`,
    });
  return PRESETS[template];
}

/**
 * True if a member with the levels `own` may give, change or revoke the levels `granted`: none of these is
 * higher than the member's own level in the same area.
 */
export function mayManage(own: Permissions, granted: Permissions): boolean {
  return AREAS.every((area) => reaches(own[area], granted[area]));
}

/**
 * Refuses levels that the company's plan and features do not allow: any access other than full Admin needs
 * the feature `role_based_access_control` and the plan Growth.
 */
export function planRefusal(
  { features, subscription }: Pick<Principal, "features" | "subscription">,
  granted: Permissions,
  now: UnixSeconds,
): Refusal | null {
  if (accessTemplate(granted) === "admin") return null;
  if (!features.has("role_based_access_control")) {
    return refuse("feature_disabled", {
      param: "permissions",
      message: "Without role-based access control, only full Admin access can be given.",
    });
  }
  if (!isGrowthOrHigher(subscription, now)) {
    return refuse("plan_upgrade_required", {
      message: "Access other than full Admin needs an active or trialing Growth plan.",
    });
  }
  return null;
}

/** Refuses to give `granted` if one of its levels is higher than the member's `own`. */
export function grantRefusal(own: Permissions, granted: Permissions): Refusal | null {
  if (mayManage(own, granted)) return null;
  return refuse("insufficient_permission", {
    param: "permissions",
    message: "The owner of this API key can't give more access than they have.",
  });
}

/** Refuses to change an invitation if one of its present levels is higher than the member's `own`. */
export function targetRefusal(own: Permissions, { permissions }: InvitationRow): Refusal | null {
  if (mayManage(own, permissions)) return null;
  return refuse("insufficient_permission", {
    param: "invitation_id",
    message: "The invitation gives more access than the owner of this API key has.",
  });
}

/** True if a saved invitation is what this inviter requests, so that the request is a repeat. */
export function isRepeat(
  saved: InvitationRow,
  inviter: InvitationRow["invited_by"],
  invitee: Invitee,
): boolean {
  const { first_name, last_name, email, permissions } = invitee;
  return (
    saved.invited_by === inviter &&
    saved.first_name === first_name &&
    saved.last_name === last_name &&
    emailKey(saved.email) === emailKey(email) &&
    samePermissions(saved.permissions, permissions)
  );
}

/** The expiry of an invitation created at `at`. */
export function expiryFrom(at: UnixSeconds): UnixSeconds {
  return timestamp(at + LIMITS.invitation_days.value * DAY_S);
}

/**
 * The expiry of an invitation that is sent again at `now`. It is later than the former expiry, unless that is
 * already the latest possible time.
 */
export function extendedExpiry({ expires }: InvitationRow, now: UnixSeconds): UnixSeconds {
  return timestamp(Math.max(expiryFrom(now), expires + 1));
}

/**
 * The time at which an invitation was last sent, derived from the stored fields. An invitation that was
 * changed may have been sent again; then the time is the expiry minus the term of an invitation.
 */
function lastSent({ created, expires, revision }: InvitationRow): number {
  return revision === 1 ? created : Math.max(created, expires - LIMITS.invitation_days.value * DAY_S);
}

/** The fields of a member on which an invitation depends. */
type Standing = Pick<MemberListing, "permissions" | "removed_at" | "active">;

/**
 * True if an invitation has lapsed: the inviter could no longer give its access, or the invited person was
 * removed from the team after the invitation was sent. An older link must not undo that removal.
 */
export function hasLapsed(
  invitation: InvitationRow,
  inviter: Standing | undefined,
  invited: Standing | undefined,
): boolean {
  if (inviter && (ownerRefusal(inviter) ?? permissionRefusal(inviter.permissions, MANAGE_TEAM)) !== null)
    return true;
  if (inviter && !mayManage(inviter.permissions, invitation.permissions)) return true;
  return typeof invited?.removed_at === "number" && invited.removed_at > lastSent(invitation);
}

/** Limits a time to the range of timestamps in the API. */
function timestamp(seconds: number): UnixSeconds {
  return unixSeconds(Math.min(seconds, LAST_SECOND));
}

const VERSION_CHARACTERS = 22;

/**
 * The version of an invitation that callers see, an opaque text. It derives from the revision and also from
 * the visible fields, because an imported revision number may have belonged to other content in another
 * database.
 */
export function versionOf({
  id,
  revision,
  first_name,
  last_name,
  email,
  permissions,
  invited_by,
  created,
  expires,
}: InvitationRow): string {
  const content = [
    id,
    revision,
    first_name,
    last_name,
    email,
    AREAS.map((area) => permissions[area]),
    invited_by,
    created,
    expires,
  ];
  return hash("sha256", JSON.stringify(content), "base64url").slice(0, VERSION_CHARACTERS);
}
