/**
 * Authentication as pure functions of the row that is read for a key. Each `...Refusal` function is one stage
 * of the request pipeline. It returns an error code, or null to let the request pass (specification,
 * "Authentication").
 */
import {
  AREAS,
  type CompanyFor,
  levelsOf,
  type Permissions,
  PRESETS,
  reaches,
  type Requirement,
  type RightsOf,
} from "@daybook/words/areas";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { ErrorCode } from "../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import { isEntitled } from "../company/index.ts";
import type { Identity, IdentityRow, StandingRow } from "./store.ts";

/** The beginning of every API key. The prefix is part of the credential. */
export const KEY_PREFIX = "svc_";

/**
 * Returns the API key of an `Authorization` header: the Bearer scheme, in any case, and exactly one token
 * with our prefix. Returns null for any other header.
 */
export function bearerKey(header: string | undefined): string | null {
  const match = /^bearer ([\x21-\x7e]{1,256})$/i.exec(header ?? "");
  const token = match?.[1];
  return token?.startsWith(KEY_PREFIX) ? token : null;
}

/**
 * Refuses a revoked key as unknown (401), with one exception: while the reason of the revocation lasts, this
 * returns null, so that a later stage refuses with that reason (403) and the owner knows what to do.
 */
export function keyRefusal(identity: IdentityRow): ErrorCode | null {
  switch (identity.revoked_because) {
    case null:
      return null;
    case "member_removed":
      return identity.removed_at === null ? "invalid_api_key" : null;
    case "api_access_removed":
      return identity.removed_at === null && hasApiAccess(identity.permissions) ? "invalid_api_key" : null;
    case "by_request":
      return "invalid_api_key";
  }
}

export function ownerRefusal(identity: Pick<IdentityRow, "active" | "removed_at">): ErrorCode | null {
  if (!identity.active) return "user_inactive";
  return identity.removed_at === null ? null : "user_removed_from_company";
}

/** On a staging deployment, admits only owners with an address at the operator's own domain. */
export function stagingRefusal(
  { email }: Pick<IdentityRow, "email">,
  stagingDomain: string | null,
): ErrorCode | null {
  return stagingDomain === null || email.endsWith(`@${stagingDomain}`) ? null : "staging_access_denied";
}

export function closureRefusal(identity: Pick<Identity, "lifecycle">): ErrorCode | null {
  return identity.lifecycle === "open" ? null : "company_closed";
}

export function subscriptionRefusal(
  identity: Pick<Identity, "plan" | "subscription_status" | "trial_ends_at">,
  now: UnixSeconds,
): ErrorCode | null {
  return isEntitled(identity, now) ? null : "subscription_required";
}

export function apiAccessRefusal(permissions: Permissions): ErrorCode | null {
  return hasApiAccess(permissions) ? null : "insufficient_permission";
}

/** Refuses permissions that lack any of an operation's requirements. */
export function permissionRefusal(
  permissions: Permissions,
  requirements: readonly Requirement[],
): ErrorCode | null {
  return requirements.every(({ area, level }) => reaches(permissions[area], level))
    ? null
    : "insufficient_permission";
}

/** The company, to be read with the required rights; null if the permissions lack any of them. */
export function companyFor<const Required extends readonly Requirement[]>(
  companyId: PublicId<"company">,
  permissions: Permissions,
  required: Required,
): CompanyFor<RightsOf<Required>> | null {
  return permissionRefusal(permissions, required) === null ? companyId : null;
}

/**
 * True if a user still has the access that an earlier request needed: an active member with the required
 * permissions and, for a request by key, with API access.
 */
export function stillHasAccess(
  standing: StandingRow | null,
  requirements: readonly Requirement[],
  by: "key" | "session",
): boolean {
  return (
    standing !== null &&
    ownerRefusal(standing) === null &&
    (by === "session" || apiAccessRefusal(standing.permissions) === null) &&
    permissionRefusal(standing.permissions, requirements) === null
  );
}

export function hasApiAccess(permissions: Permissions): boolean {
  return permissions.api_access === "manage";
}

/**
 * The reason why a set of levels can't be a member's permissions, with the first wrong area; null if the set
 * is valid.
 */
export function permissionsProblem(levels: Readonly<Record<string, unknown>>): string | null {
  const unknown = Object.keys(levels).find((name) => !AREAS.some((area) => area === name));
  if (unknown !== undefined) return `\`${unknown}\` is not one of the fourteen areas: ${AREAS.join(", ")}`;
  for (const area of AREAS) {
    if (!levelsOf(area).some((level) => level === levels[area]))
      return `\`${area}\` must be one of ${levelsOf(area).join(", ")}`;
  }
  return null;
}

/**
 * The domain of the addresses of service members: members of their own for the keys of programs. Mail to this
 * top-level domain is never delivered (RFC 2606), so nobody can set a password for such a user.
 */
const SERVICE_DOMAIN = "service.invalid";

/** Makes the address of a service member from a text that no other user has. */
export function serviceAddress(unique: string): string {
  return `${unique}@${SERVICE_DOMAIN}`.toLowerCase();
}

/** True if an address is that of a service member. */
export function isServiceAddress(email: string): boolean {
  return email.endsWith(`@${SERVICE_DOMAIN}`);
}

/** True if levels allow no change of anything: API access is how a key gets in, and changes nothing. */
export function onlyViews(permissions: Permissions): boolean {
  return AREAS.every((area) => area === "api_access" || permissions[area] !== "manage");
}

/** The last name of service members, by which lists of the team show them. */
export const SERVICE_NAME = "(service)";

/**
 * The permissions of a read-only key: it may view every area that its creator may view, and change none. API
 * access is not a level of viewing: every key needs it.
 */
export function readOnlyPermissions(creator: Permissions): Permissions {
  const viewed = AREAS.map((area) => [area, creator[area] === "none" ? "none" : "view"] as const);
  return { ...PRESETS.read_only, ...Object.fromEntries(viewed), api_access: "manage" };
}
