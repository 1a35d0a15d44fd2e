/**
 * Decisions on the team: what a member is called, which access a body asks for, who may grant it, and when a
 * repeat is the same request. Each refusal is given as data, so that the service decides when it counts.
 */
import { hash } from "node:crypto";
import type { Principal } from "../../contract/principal.ts";
import { accessTemplate, AREAS, type Permissions, PRESETS, reaches, samePermissions } from "../../core/areas.ts";
import { type UnixSeconds, unixSeconds } from "../../core/civil-date.ts";
import { EMAIL_PATTERN } from "../../core/email.ts";
import { type Refusal, refuse } from "../../core/errors.ts";
import { LIMITS } from "../../core/limits.ts";
import type { PublicId } from "../../core/public-id.ts";
import { isGrowthOrHigher } from "../company/index.ts";

export const INVITATION_STATES = ["pending", "accepted", "revoked"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** An invitation as it is kept. */
export interface InvitationRow {
  readonly id: PublicId<"invitation">;
  readonly first_name: string;
  readonly last_name: string;
  /** As it was given. */
  readonly email: string;
  readonly permissions: Permissions;
  readonly invited_by: PublicId<"member"> | null;
  readonly created: UnixSeconds;
  readonly expires: UnixSeconds;
  readonly revision: number;
  readonly state: InvitationState;
  readonly accepted_at: UnixSeconds | null;
  readonly accepted_by: PublicId<"member"> | null;
}

export const TEMPLATES = ["admin", "read_only", "custom"] as const;

/** What of an invitation its caller states. */
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

/** The form in which addresses are compared. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** Characters that end a line, control a terminal or turn the direction of a text, halves of pairs, and NUL. */
const UNSEEN = "\\u0000-\\u001f\\u007f-\\u009f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ud800-\\udfff";

/** The form of a part of a name, as JSON Schema wants it: on one line, without what does not show. */
export const NAME_PATTERN = `^[^${UNSEEN}]{1,${LIMITS.text_field_characters.value}}$`;

const ADDRESS = new RegExp(EMAIL_PATTERN, "u");
/** What does not show, and would make one address look like another. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Whether a text can be an address, in the one form that Unicode has for it. Letters in disguise, such as wide ones or the
 * Kelvin sign, are none: they would become the plain ones where an address is compared.
 */
export function isAddress(email: string): boolean {
  return ADDRESS.test(email) && !HIDDEN.test(email) && email.normalize("NFKC") === email;
}

/** The levels that a body asks for; throws where `permissions` and `access_template` don't go together. */
export function requestedPermissions(body: { readonly access_template: (typeof TEMPLATES)[number]; readonly permissions?: Permissions }): Permissions {
  const { access_template: template, permissions } = body;
  if (template === "custom") {
    if (permissions === undefined) throw refuse("parameter_missing", { param: "permissions", message: "`permissions` is required with the template `custom`." });
    return permissions;
  }
  if (permissions !== undefined) throw refuse("invalid_request", { param: "permissions", message: `\`permissions\` must not stand beside the template \`${template}\`.` });
  return PRESETS[template];
}

/** Whether somebody with the levels `own` may give, change or take away `granted`: no level is higher than one's own. */
export function mayManage(own: Permissions, granted: Permissions): boolean {
  return AREAS.every((area) => reaches(own[area], granted[area]));
}

/** Why the company has no use of a set: anything but full Admin needs a feature and a plan. Null when it may be granted. */
export function gateRefusal({ features, subscription }: Pick<Principal, "features" | "subscription">, granted: Permissions, now: UnixSeconds): Refusal | null {
  if (accessTemplate(granted) === "admin") return null;
  if (!features.has("role_based_access_control")) {
    return refuse("feature_disabled", { param: "permissions", message: "Without role-based access control, only full Admin access can be given." });
  }
  if (!isGrowthOrHigher(subscription, now)) {
    return refuse("plan_upgrade_required", { message: "Access other than full Admin needs an active or trialing Growth plan." });
  }
  return null;
}

/** Why `own` does not suffice to give `granted`; null when it does. */
export function grantRefusal(own: Permissions, granted: Permissions): Refusal | null {
  if (mayManage(own, granted)) return null;
  return refuse("insufficient_permission", { param: "permissions", message: "The owner of this API key can't give more access than they have." });
}

/** Why `own` does not suffice to touch an invitation with the access that it has now; null when it does. */
export function targetRefusal(own: Permissions, { permissions }: InvitationRow): Refusal | null {
  if (mayManage(own, permissions)) return null;
  return refuse("insufficient_permission", { param: "invitation_id", message: "The invitation gives more access than the owner of this API key has." });
}

/** Whether a saved invitation is what this inviter asks for. */
export function isRepeat(saved: InvitationRow, inviter: InvitationRow["invited_by"], invitee: Invitee): boolean {
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

/** When an invitation that is made at `at` expires. */
export function expiryFrom(at: UnixSeconds): UnixSeconds {
  return unixSeconds(at + LIMITS.invitation_days.value * DAY_S);
}

/** When an invitation expires that is sent again at `now`: always later than before. */
export function extendedExpiry({ expires }: InvitationRow, now: UnixSeconds): UnixSeconds {
  return unixSeconds(Math.max(expiryFrom(now), expires + 1));
}

const VERSION_CHARACTERS = 22;

/** The revision as callers see it: a text that tells nothing but that it is another one. */
export function versionOf({ id, revision }: Pick<InvitationRow, "id" | "revision">): string {
  return hash("sha256", `${id} ${revision}`, "base64url").slice(0, VERSION_CHARACTERS);
}
