/**
 * The profile of the sample company and its team: three members and an invited person. All names are
 * invented. Ids and e-mail addresses of people are derived from the company's id, so that a database can
 * contain several sample companies.
 */
import { AREAS, type Area, type Level, type Permissions } from "@daybook/words/areas";
import type { CivilDate } from "@daybook/words/civil-date";
import { PREFIXES } from "@daybook/words/public-id";
import type {
  BundleCompany,
  BundleInvitation,
  BundleMember,
  BundleUser,
} from "../contract/bundle-records.ts";

export const SAMPLE_COMPANY_ID = "comp_sample";

/** Returns the profile of an open company on the plan without a request limit. */
export function sampleCompany(id: string, incorporated: CivilDate, created: number): BundleCompany {
  return {
    id,
    name: "Larkspindle",
    legal_name: "Larkspindle, Inc.",
    entity_type: "c_corp",
    federal_ein_last4: "0417",
    incorporation: { date: incorporated, state: "DE" },
    legal_address: {
      line_1: "2180 Alder Block Way",
      line_2: "Suite 400",
      city: "Oakland",
      state: "CA",
      postal_code: "94612",
      country: "US",
    },
    fiscal_year_start_month: 1,
    created,
    state: "open",
    plan: "enterprise",
    subscription: { status: "active", trial_ends_at: null },
  };
}

interface Person {
  readonly key: string;
  readonly first: string;
  readonly last: string;
  readonly access: Pick<BundleMember, "permissions" | "access_template">;
}

/** The access of an outside bookkeeper: the books, but not the team, the billing or API keys. */
const BOOKKEEPER: Partial<Record<Area, Level>> = {
  company: "view",
  accounting_setup: "manage",
  integrations: "view",
  reports: "view",
  transactions: "manage",
  invoices: "manage",
  taxes: "view",
  bills: "manage",
  payroll: "view",
  documents: "manage",
};

function permissions(levels: Partial<Record<Area, Level>>): Permissions {
  return Object.fromEntries(AREAS.map((area) => [area, levels[area] ?? "none"])) as Record<Area, Level>;
}

const PEOPLE: readonly Person[] = [
  { key: "owner", first: "Juniper", last: "Oakhollow", access: { access_template: "admin" } },
  { key: "bookkeeper", first: "Rowan", last: "Tidewell", access: { permissions: permissions(BOOKKEEPER) } },
  { key: "investor", first: "Sage", last: "Merriwick", access: { access_template: "read_only" } },
];

interface SampleTeam {
  readonly users: BundleUser[];
  readonly members: BundleMember[];
  readonly invitations: BundleInvitation[];
}

/**
 * Returns the owner, a bookkeeper and an investor as members since `created`, and an adviser who is invited
 * at `now`.
 */
export function sampleTeam(
  companyId: string,
  { created, now }: { readonly created: number; readonly now: number },
): SampleTeam {
  const company = companyId.slice(PREFIXES.company.length);
  const users = PEOPLE.map(({ key, first, last }) => ({
    id: `user_${company}-${key}`,
    email: `${key}.${company.toLowerCase()}@example.com`,
    first_name: first,
    last_name: last,
    active: true,
    created,
  }));
  const members = PEOPLE.map(({ key, access }) => ({
    id: `mbr_${company}-${key}`,
    user_id: `user_${company}-${key}`,
    ...access,
    created,
    removed_at: null,
  }));
  const invitations = [
    {
      id: "invite_adviser",
      first_name: "Linden",
      last_name: "Ashgrove",
      email: `adviser.${company.toLowerCase()}@example.com`,
      access_template: "read_only" as const,
      invited_by: `mbr_${company}-owner`,
      created: now,
    },
  ];
  return { users, members, invitations };
}
