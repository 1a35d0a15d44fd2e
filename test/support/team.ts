/** Requests about a company's team: members and invitations. */
import { expect } from "vitest";
import { companyStore } from "../../src/modules/tenants/company/index.ts";
import { NOON, type TestApp, type TestCompany } from "./app.ts";
import { type CompanyOverrides, type Permissions, permissions, person } from "./bundle.ts";
import type { Answer } from "./http.ts";

export interface Invitation {
  readonly id: string;
  readonly object: "invitation";
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly invited_by: string | null;
  readonly created: number;
  readonly expires: number;
  readonly version: string;
  readonly permissions: Permissions;
  readonly access_template: string;
}

export interface InvitationAnswer {
  readonly invitation: Invitation;
  readonly changed: boolean;
}

export interface Member {
  readonly id: string | null;
  readonly name: string | null;
  readonly active: boolean;
  readonly created: number;
  readonly permissions: Permissions;
  readonly access_template: string;
}

export interface Team {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
}

export const INVITATIONS = "/team/invitations";

/**
 * Returns a body that invites Grace Ledger with full access, changed by `change`; `undefined` omits a field.
 */
export function inviteBody(change: object = {}): object {
  return {
    first_name: "Grace",
    last_name: "Ledger",
    email: "grace@example.com",
    access_template: "admin",
    ...change,
  };
}

/** Returns the requests about a company's team, sent with `key`. */
export function teamOf(http: TestApp, company: Pick<TestCompany, "key">, key = company.key) {
  const read = () => http.read<Team>("/team", key);
  return {
    read,
    /** Returns the pending invitation with an id, or undefined. */
    async pending(id: string): Promise<Invitation | undefined> {
      return (await read()).invitations.find((invitation) => invitation.id === id);
    },
    invite: (change: object = {}): Promise<Answer<InvitationAnswer>> =>
      http.send(INVITATIONS, { key, method: "POST", body: inviteBody(change) }),
    refusedInvite: (change: object = {}) =>
      http.refusal(INVITATIONS, { key, method: "POST", body: inviteBody(change) }),
    change: (id: string, body: object): Promise<Answer<InvitationAnswer>> =>
      http.send(`${INVITATIONS}/${id}`, { key, method: "PATCH", body }),
    refusedChange: (id: string, body: object) =>
      http.refusal(`${INVITATIONS}/${id}`, { key, method: "PATCH", body }),
    resend: (id: string): Promise<Answer<InvitationAnswer>> =>
      http.send(`${INVITATIONS}/${id}/resend`, { key, method: "POST" }),
    refusedResend: (id: string) => http.refusal(`${INVITATIONS}/${id}/resend`, { key, method: "POST" }),
    revoke: (id: string) => http.send(`${INVITATIONS}/${id}`, { key, method: "DELETE" }),
    refusedRevoke: (id: string) => http.refusal(`${INVITATIONS}/${id}`, { key, method: "DELETE" }),
  };
}

export const READ_ONLY = permissions("view", { api_access: "none" });
export const NOTHING = permissions("none", { api_access: "none" });

export function custom(levels: Permissions): object {
  return { access_template: "custom", permissions: levels };
}

/** The expected refusal if the owner of the key lacks the operation's permission; it has no `param`. */
export const LACKING = {
  status: 403,
  type: "permission_error",
  code: "insufficient_permission",
  message: expect.any(String) as string,
  doc_url: expect.any(String) as string,
};

/** Makes a company with its owner and another member, who has the permissions `levels`. */
export async function staffed(http: TestApp, levels: Permissions, overrides: CompanyOverrides = {}) {
  const [owner, other] = [person("owner"), person("other", levels)];
  const company = await http.company({
    users: [owner.user, other.user],
    members: [owner.member, other.member],
    ...overrides,
  });
  return {
    company,
    owner,
    other,
    team: teamOf(http, company),
    lesser: teamOf(http, company, await http.keyOf(company.id, other.member.id)),
  };
}

/** Companies without the feature, or without the plan, that access other than full Admin requires. */
export const WITHOUT_FEATURE: CompanyOverrides = { features: ["departments"] };
export const BELOW_GROWTH: readonly CompanyOverrides[] = [
  { company: { plan: "startup" } },
  { company: { plan: "formation" } },
  { company: { plan: "growth", subscription: { status: "past_due", trial_ends_at: null } } },
];
export const ON_GROWTH: readonly CompanyOverrides[] = [
  { company: { plan: "growth", subscription: { status: "active", trial_ends_at: null } } },
  {
    company: {
      plan: "growth",
      subscription: { status: "trialing", trial_ends_at: Date.parse(NOON) / 1000 + 60 },
    },
  },
  { company: { plan: "enterprise" } },
  { company: { plan: "enterprise", subscription: { status: "none", trial_ends_at: null } } },
];

/** Runs `act` and fails unless the company's team is as before. */
export async function unchanged(
  http: TestApp,
  company: Pick<TestCompany, "key">,
  act: () => Promise<unknown>,
): Promise<void> {
  const before = await teamOf(http, company).read();
  await act();
  expect(await teamOf(http, company).read()).toEqual(before);
}

/** Locks a company for writing, as an import does. Returns a function that releases the lock. */
export async function holdCompany({ app }: TestApp, { id }: TestCompany): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<null>();
  const locked = Promise.withResolvers<null>();
  const importing = app.db.transaction(async (tx) => {
    await companyStore.lock(tx, id);
    locked.resolve(null);
    await released.promise;
  });
  await locked.promise;
  return async () => {
    released.resolve(null);
    await importing;
  };
}
