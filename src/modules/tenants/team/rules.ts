/**
 * Decisions on the team: what a member is called, which access a body asks for, who may grant it, and when a
 * repeat is the same request. Each refusal is given as data, so that the service decides when it counts.
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
} from "../../../core/areas.ts";
import { LAST_SECOND, type UnixSeconds, unixSeconds } from "../../../core/civil-date.ts";
import { emailKey } from "../../../core/email.ts";
import { type Refusal, refuse } from "../../../core/errors.ts";
import { LIMITS } from "../../../core/limits.ts";
import { type MemberListing, ownerRefusal, permissionRefusal } from "../access/index.ts";
import { isGrowthOrHigher } from "../company/index.ts";
import type { InvitationRow } from "./record.ts";

/** The permission that every change of a team needs. */
export const MANAGE_TEAM = [{ area: "team_access", level: "manage" }] as const;

export const TEMPLATES = ["admin", "read_only", "custom"] as const;

/** The caller's input of an invitation. */
export interface Invitee {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly permissions: Permissions;
}

/** The trimmed parts of a name that hold anything, joined by one space; null when none does. */
export function fullName(first: string | null, last: string | null): string | null {
  const parts = [first, last].map((part) => (part ?? "").trim()).filter((part) => part !== "");
  return parts.length === 0 ? null : parts.join(" ");
}

/** The levels that a body asks for; throws where `permissions` and `access_template` don't go together. */
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
 * True if a member with the levels `own` may give, change or revoke `granted`: no level is higher than their
 * own.
 */
export function mayManage(own: Permissions, granted: Permissions): boolean {
  return AREAS.every((area) => reaches(own[area], granted[area]));
}

/**
 * Why the company has no use of a set: anything but full Admin needs a feature and a plan. Null when it may
 * be granted.
 */
export function gateRefusal(
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

/** Why `own` does not suffice to give `granted`; null when it does. */
export function grantRefusal(own: Permissions, granted: Permissions): Refusal | null {
  if (mayManage(own, granted)) return null;
  return refuse("insufficient_permission", {
    param: "permissions",
    message: "The owner of this API key can't give more access than they have.",
  });
}

/** Why `own` does not suffice to touch an invitation with the access that it has now; null when it does. */
export function targetRefusal(own: Permissions, { permissions }: InvitationRow): Refusal | null {
  if (mayManage(own, permissions)) return null;
  return refuse("insufficient_permission", {
    param: "invitation_id",
    message: "The invitation gives more access than the owner of this API key has.",
  });
}

/** True if a saved invitation equals the request of this inviter. */
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

const DAY_S = 86_400;

/** The expiry of an invitation created at `at`. */
export function expiryFrom(at: UnixSeconds): UnixSeconds {
  return timestamp(at + LIMITS.invitation_days.value * DAY_S);
}

/**
 * The expiry of an invitation that is sent again at `now`: later than before, unless it is already the latest
 * possible time.
 */
export function extendedExpiry({ expires }: InvitationRow, now: UnixSeconds): UnixSeconds {
  return timestamp(Math.max(expiryFrom(now), expires + 1));
}

/** The time at which an invitation was last sent, as far as the stored fields show. */
function lastSent({ created, expires, revision }: InvitationRow): number {
  return revision === 1 ? created : Math.max(created, expires - LIMITS.invitation_days.value * DAY_S);
}

/** A member as far as an invitation depends on one. */
type Standing = Pick<MemberListing, "permissions" | "removed_at" | "active">;

/**
 * True if an invitation has lapsed: its inviter could no longer give that access, or the invited person was
 * removed from the team since, which an older link must not undo.
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

/** Limits a time to the range of the API. */
function timestamp(seconds: number): UnixSeconds {
  return unixSeconds(Math.min(seconds, LAST_SECOND));
}

const VERSION_CHARACTERS = 22;

/**
 * The version that callers see: an opaque text. It also depends on the visible fields, because an imported
 * revision number may have belonged to other content elsewhere.
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
