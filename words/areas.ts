/**
 * The fourteen access areas and their levels (specification, "Team directory" and "Authentication").
 * Levels are ordered, and `manage` includes `view`.
 */
import type { PublicId } from "./public-id.ts";

export const LEVELS = ["none", "view", "manage"] as const;
export type Level = (typeof LEVELS)[number];

export const AREAS = [
  "company",
  "accounting_setup",
  "integrations",
  "reports",
  "transactions",
  "invoices",
  "forecast",
  "taxes",
  "team_access",
  "api_access",
  "bills",
  "payroll",
  "documents",
  "billing",
] as const;
export type Area = (typeof AREAS)[number];

/** A level for each area. */
export type Permissions = Readonly<Record<Area, Level>>;

/** A permission that an operation requires of the key's owner: at least `level` in `area`. */
export interface Requirement {
  readonly area: Area;
  readonly level: Exclude<Level, "none">;
}

/** A level of an area as one word, such as `reports:view`. */
export type Right = `${Area}:${Requirement["level"]}`;

/** The rights that requirements prove: none if the compiler does not know their areas. */
export type RightsOf<Required extends readonly Requirement[]> = RightOf<Required[number]>;
type RightOf<Proven extends Requirement> = Proven extends { area: infer A extends Area; level: infer L }
  ? Area extends A
    ? never
    : `${A}:${[L] extends ["manage"] ? "manage" : "view"}`
  : never;

declare const RIGHTS: unique symbol;
type Included<R extends Right> = R extends `${infer A extends Area}:manage` ? `${A}:view` : never;

/**
 * The id of a company whose records are read with these rights. Whatever returns figures takes it in place of
 * the plain id, with the areas that its figures are made of, so an operation whose card requires less does
 * not compile. `manage` includes `view`.
 */
export type CompanyFor<R extends Right> = [R] extends [never]
  ? PublicId<"company">
  : PublicId<"company"> & { readonly [RIGHTS]: { readonly [Each in R | Included<R>]: true } };

/** The company with all rights, for the operator and for work that the service does itself. */
export function forOperator(companyId: PublicId<"company">): CompanyFor<Right> {
  return companyId as CompanyFor<Right>;
}

/** Gives all areas the same level. `api_access` has no level `view`; it becomes `none`. */
function allAreasAt(level: Level): Permissions {
  const entries = AREAS.map(
    (area) => [area, area === "api_access" && level === "view" ? "none" : level] as const,
  );
  return Object.fromEntries(entries) as Record<Area, Level>;
}

/** The named presets of permissions. */
export const PRESETS = {
  admin: allAreasAt("manage"),
  read_only: allAreasAt("view"),
  none: allAreasAt("none"),
} as const;

/** The levels of an area. */
export function levelsOf(area: Area): readonly Level[] {
  return area === "api_access" ? ["none", "manage"] : LEVELS;
}

/** True if `held` is at least `required`. */
export function reaches(held: Level, required: Level): boolean {
  return LEVELS.indexOf(held) >= LEVELS.indexOf(required);
}

/** Puts permissions into the order of `AREAS`, which the database does not keep. */
export function inAreaOrder(permissions: Permissions): Record<Area, Level> {
  return Object.fromEntries(AREAS.map((area) => [area, permissions[area]])) as Record<Area, Level>;
}

/** True if two sets of permissions have the same level in every area. */
export function samePermissions(a: Permissions, b: Permissions): boolean {
  return AREAS.every((area) => a[area] === b[area]);
}

/** Returns `admin` or `read_only` if the permissions equal that preset, otherwise `custom`. */
export function accessTemplate(permissions: Permissions): "admin" | "read_only" | "custom" {
  if (samePermissions(permissions, PRESETS.admin)) return "admin";
  return samePermissions(permissions, PRESETS.read_only) ? "read_only" : "custom";
}
