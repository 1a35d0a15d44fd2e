/**
 * The team over HTTP: which members and invitations are listed, in which order and with which fields.
 */
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../../test/support/app.ts";
import { AREAS, type BundleUser, invitation, permissions, person } from "../../../../test/support/bundle.ts";
import { exchange } from "../../../../test/support/exchange.ts";
import { type Member, READ_ONLY, teamOf } from "../../../../test/support/team.ts";
import { bind } from "../../../contract/operation.ts";
import { teamContract } from "./contract/index.ts";
import { teamHandlers } from "./handlers.ts";
import type { TeamService } from "./service/index.ts";

const http = await testApp();
const MEMBER = [
  "id",
  "object",
  "name",
  "email",
  "first_name",
  "last_name",
  "active",
  "last_active",
  "created",
  "permissions",
  "access_template",
];
const INVITATION = [
  "id",
  "object",
  "first_name",
  "last_name",
  "email",
  "invited_by",
  "created",
  "expires",
  "version",
  "permissions",
  "access_template",
];
/** Details of members and invitations that the API never returns: delivery, acceptance, pictures. */
const NEVER_RETURNED =
  /token|hash|deliver|bounce|message_id|sent_at|avatar|picture|photo|image|gravatar|state"|"status"|revision|user_/i;

/** A company with members of these names. */
async function named(
  ...names: readonly (readonly [first: string | null, last: string | null])[]
): Promise<readonly Member[]> {
  const owner = person("owner");
  const others = names.map(([first_name, last_name]) => {
    const other = person("someone", READ_ONLY);
    return { ...other, user: { ...other.user, first_name, last_name } satisfies BundleUser };
  });
  const company = await http.company({
    users: [owner.user, ...others.map(({ user }) => user)],
    members: [owner.member, ...others.map(({ member }) => member)],
  });
  const { members } = await teamOf(http, company).read();
  return others.map(({ member }) => members.find(({ id }) => id === member.id) as Member);
}

describe("GET /team", () => {
  test("returns an object with members and invitations and nothing else (TEAM-001, GEN-039)", async () => {
    const company = await http.company();
    const { status, body } = await http.send("/team", { key: company.key });
    expect([status, Object.keys(body)]).toEqual([200, ["members", "invitations"]]);
  });

  test("returns both as arrays, even without invitations (TEAM-002, TEAM-003)", async () => {
    const company = await http.company({ invitations: [] });
    const { members, invitations } = await teamOf(http, company).read();
    expect([Array.isArray(members), members.length, invitations]).toEqual([true, 1, []]);
  });

  test("shows each member's name, address, start and access (TEAM-004)", async () => {
    const company = await http.company();
    const [owner] = company.bundle.users;
    expect((await teamOf(http, company).read()).members).toEqual([
      {
        id: company.bundle.members[0]?.id,
        object: "member",
        name: "owner Tester",
        email: owner?.email,
        first_name: "owner",
        last_name: "Tester",
        active: true,
        last_active: null,
        created: company.bundle.members[0]?.created,
        permissions: permissions("manage"),
        access_template: "admin",
      },
    ]);
  });

  test("shows each invitation's person, inviter, expiry and access (TEAM-011, TEAM-016)", async () => {
    const owner = person("owner");
    const saved = invitation("one", {
      invited_by: owner.member.id,
      permissions: READ_ONLY,
      email: "One@Example.com",
    });
    const company = await http.company({
      users: [owner.user],
      members: [owner.member],
      invitations: [saved],
    });
    const { id, first_name, last_name, email, invited_by, created, expires } = saved;
    expect((await teamOf(http, company).read()).invitations).toEqual([
      {
        id,
        object: "invitation",
        first_name,
        last_name,
        email,
        invited_by,
        created,
        expires,
        version: expect.stringMatching(/^\S{8,}$/),
        permissions: READ_ONLY,
        access_template: "read_only",
      },
    ]);
  });

  test("lists a member whose id is null with all other fields (TEAM-005)", async () => {
    const company = await http.company();
    const real = await teamOf(http, company).read();
    // The database has no member without an id, so this service returns such members.
    const rows = company.bundle.users.map(({ first_name, last_name, email, active }) => ({
      id: null,
      first_name,
      last_name,
      email,
      active,
      created: company.bundle.members[0]?.created,
      permissions: permissions("manage"),
    }));
    const [getTeam] = bind(
      teamContract,
      teamHandlers({ read: async () => ({ members: rows, invitations: [] }) } as unknown as TeamService),
    );
    const operations = http.app.operations.map((bound) =>
      bound.operation.id === getTeam?.operation.id ? getTeam : bound,
    );
    const { status, body } = await (
      await http.serve({ operations })
    ).send<typeof real>("/team", { key: company.key });
    expect([status, body.members]).toEqual([200, real.members.map((member) => ({ ...member, id: null }))]);
    expect(real.members.length).toBeGreaterThan(0);
  });

  test("declares that only ids and the inviter may be null (TEAM-012, TEAM-013)", async () => {
    const company = await http.company();
    const team = await teamOf(http, company).read();
    const promised = Compile(teamContract.getTeam.success.schema);
    const without = {
      members: team.members.map((member) => ({ ...member, id: null })),
      invitations: team.invitations.map((each) => ({ ...each, id: null, invited_by: null })),
    };
    expect(promised.Check(without)).toBe(true);
    for (const name of ["version", "created", "expires", "permissions", "access_template"]) {
      expect([
        name,
        promised.Check({
          ...without,
          invitations: without.invitations.map((each) => ({ ...each, [name]: null })),
        }),
      ]).toEqual([name, false]);
    }
    // Invitations with an unknown inviter are listed, with `invited_by` null.
    expect(team.invitations.map(({ invited_by }) => invited_by)).toEqual([null, null, null]);
  });

  test("joins the trimmed parts of a name by one space (TEAM-006)", async () => {
    const members = await named(
      ["Ada", "Lovelace"],
      ["  Ada ", "\tLovelace\u00a0"],
      ["Mary Ann", "van der Berg"],
    );
    expect(members.map(({ name }) => name)).toEqual([
      "Ada Lovelace",
      "Ada Lovelace",
      "Mary Ann van der Berg",
    ]);
  });

  test("returns the only part that is not blank as the name (TEAM-007)", async () => {
    const members = await named(["Ada", null], [null, "Lovelace"], [" Ada ", "  "], ["", "Lovelace "]);
    expect(members.map(({ name }) => name)).toEqual(["Ada", "Lovelace", "Ada", "Lovelace"]);
  });

  test("returns null for a missing name, and derives no name from the address (TEAM-008, TEAM-009)", async () => {
    const members = await named([null, null], ["", ""], [" ", "\t"]);
    expect(members.map(({ name }) => name)).toEqual([null, null, null]);
  });

  test("shows when a member joined this company, not when the user joined the service (TEAM-010)", async () => {
    const owner = person("owner");
    const user = { ...owner.user, created: 1_600_000_000 };
    const company = await http.company({
      users: [user],
      members: [{ ...owner.member, created: 1_700_000_000 }],
    });
    expect((await teamOf(http, company).read()).members.map(({ created }) => created)).toEqual([
      1_700_000_000,
    ]);
    const second = await http.company({
      users: [user],
      members: [{ ...owner.member, created: 1_710_000_000 }],
    });
    expect((await teamOf(http, second).read()).members.map(({ created }) => created)).toEqual([
      1_710_000_000,
    ]);
  });

  test("shows the id of an inviter who has left the team (TEAM-014)", async () => {
    const [owner, gone] = [person("owner"), person("gone")];
    const company = await http.company({
      users: [owner.user, gone.user],
      members: [owner.member, gone.member],
      invitations: [],
    });
    const key = await http.keyOf(company.id, gone.member.id);
    const { body } = await teamOf(http, company, key).invite();
    await http.app.access.removeMember(company.id, gone.member.id);
    const { members, invitations } = await teamOf(http, company).read();
    expect(members.map(({ id }) => id)).toEqual([owner.member.id]);
    expect(invitations).toEqual([body.invitation]);
    expect(body.invitation.invited_by).toBe(gone.member.id);
  });

  test("has the same fields for every member and invitation, and no state, token, delivery or picture (TEAM-015, TEAM-024, TEAM-025, TEAM-026)", async () => {
    const [owner, idle] = [person("owner"), person("idle", READ_ONLY)];
    const company = await http.company({
      users: [owner.user, { ...idle.user, active: false }],
      members: [owner.member, idle.member],
      invitations: [
        invitation("new"),
        invitation("old", { expires: 1_710_000_000 }),
        invitation("byOwner", { invited_by: owner.member.id }),
      ],
    });
    const { text, body } = await http.send("/team", { key: company.key });
    const { members, invitations } = body as { members: object[]; invitations: object[] };
    expect([members.length, invitations.length]).toEqual([2, 3]);
    for (const member of members) expect(Object.keys(member)).toEqual(MEMBER);
    for (const each of invitations) expect(Object.keys(each)).toEqual(INVITATION);
    expect(text).not.toMatch(NEVER_RETURNED);
  });

  test("shows all fourteen areas in the same order, each with a valid level (TEAM-017, TEAM-018, TEAM-019)", async () => {
    const owner = person("owner");
    const sets = [
      permissions("manage"),
      READ_ONLY,
      permissions("none"),
      permissions("view"),
      permissions("none", { reports: "view", taxes: "manage", api_access: "none" }),
    ];
    const others = sets.map((levels) => person("someone", levels));
    const company = await http.company({
      users: [owner.user, ...others.map(({ user }) => user)],
      members: [owner.member, ...others.map(({ member }) => member)],
      invitations: sets.map((levels, index) => invitation(`number${index}`, { permissions: levels })),
    });
    const { members, invitations } = await teamOf(http, company).read();
    expect(members.map((member) => member.permissions)).toEqual(expect.arrayContaining(sets));
    expect(invitations.map((each) => each.permissions)).toEqual(sets);
    for (const { permissions: levels } of [...members, ...invitations]) {
      expect(Object.keys(levels)).toEqual(AREAS);
      for (const [area, level] of Object.entries(levels))
        expect(area === "api_access" ? ["none", "manage"] : ["none", "view", "manage"]).toContain(level);
    }
  });

  test("names the preset that permissions equal exactly, however they were set (TEAM-020, TEAM-021, TEAM-022, TEAM-023)", async () => {
    const sets = {
      admin: [permissions("manage")],
      read_only: [READ_ONLY],
      custom: [
        permissions("manage", { billing: "view" }),
        permissions("view"),
        permissions("view", { api_access: "none", taxes: "manage" }),
        permissions("none", { api_access: "none" }),
      ],
    };
    for (const [template, levels] of Object.entries(sets)) {
      const others = levels.map((each) => person("someone", each));
      const owner = person("owner");
      const company = await http.company({
        users: [owner.user, ...others.map(({ user }) => user)],
        members: [owner.member, ...others.map(({ member }) => member)],
        invitations: levels.map((each, index) => invitation(`number${index}`, { permissions: each })),
      });
      const { members, invitations } = await teamOf(http, company).read();
      const shown = [...members.filter(({ id }) => id !== owner.member.id), ...invitations];
      expect(shown.map(({ access_template }) => access_template)).toEqual(shown.map(() => template));
      const made = await teamOf(http, company).invite({ access_template: "custom", permissions: levels[0] });
      expect(made.body.invitation.access_template).toBe(template);
    }
  });

  test("lists active members before inactive ones (TEAM-027)", async () => {
    const people = ["a", "b", "c", "d", "e"].map((name) => person(name, READ_ONLY));
    const owner = person("owner");
    const company = await http.company({
      users: [...people.map(({ user }, index) => ({ ...user, active: index % 2 === 1 })), owner.user],
      members: [
        owner.member,
        ...people.map(({ member }, index) => ({ ...member, created: 1_700_000_000 + index })),
      ],
    });
    const { members } = await teamOf(http, company).read();
    expect(members.map(({ active }) => active)).toEqual([true, true, true, false, false, false]);
  });

  test("leaves out former members, and lists members who were restored (TEAM-028)", async () => {
    const [owner, gone] = [person("owner"), person("gone", READ_ONLY)];
    const company = await http.company({
      users: [owner.user, gone.user],
      members: [owner.member, { ...gone.member, removed_at: 1_750_000_000 }],
    });
    const ids = async () => (await teamOf(http, company).read()).members.map(({ id }) => id);
    expect(await ids()).toEqual([owner.member.id]);
    await http.app.access.addMember(company.id, {
      email: gone.user.email,
      first_name: null,
      last_name: null,
      permissions: READ_ONLY,
    });
    expect(await ids()).toEqual([owner.member.id, gone.member.id]);
  });

  test("lists only pending invitations, including expired ones (TEAM-029, TEAM-030)", async () => {
    const owner = person("owner");
    const company = await http.company({
      users: [owner.user],
      members: [owner.member],
      invitations: [
        invitation("pending"),
        invitation("expired", { expires: Date.parse(NOON) / 1000 - 1 }),
        invitation("longExpired", { expires: 1_705_000_000 }),
        invitation("accepted", {
          state: "accepted",
          accepted_at: 1_706_000_000,
          accepted_by: owner.member.id,
        }),
        invitation("revoked", { state: "revoked" }),
      ],
    });
    expect((await teamOf(http, company).read()).invitations.map(({ id }) => id)).toEqual([
      "invite_expired",
      "invite_longExpired",
      "invite_pending",
    ]);
  });

  test("lists every member in the same form: no kind of member is hidden or marked (TEAM-031)", async () => {
    const owner = person("owner");
    const staff = ["support@operator.example", "root@localhost", "admin@daybook.example"].map((email) =>
      person("staff", READ_ONLY, `${Math.random()}.${email}`),
    );
    const company = await http.company({
      users: [owner.user, ...staff.map(({ user }) => user)],
      members: [owner.member, ...staff.map(({ member }) => member)],
    });
    const { members } = await teamOf(http, company).read();
    expect(members).toHaveLength(4);
    for (const member of members) expect(Object.keys(member)).toEqual(MEMBER);
  });

  test("lists only the company's own invitations", async () => {
    const company = await http.company({ invitations: [] });
    const other = await http.company({ invitations: [invitation("theirs")] });
    expect((await teamOf(http, company).read()).invitations).toEqual([]);
    expect((await teamOf(http, other).read()).invitations).toHaveLength(1);
  });
});

describe("members", () => {
  test("can't be edited or removed by any request (TEAM-032)", async () => {
    const [owner, other] = [person("owner"), person("other", READ_ONLY)];
    const company = await http.company({
      users: [owner.user, other.user],
      members: [owner.member, other.member],
    });
    const before = await teamOf(http, company).read();
    for (const path of [
      "/team",
      "/team/members",
      `/team/${other.member.id}`,
      `/team/members/${other.member.id}`,
      `/members/${other.member.id}`,
      `/team/invitations/${other.member.id}/members`,
    ]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const answer = await exchange(`${http.address}/api/v1${path}`, {
          key: company.key,
          method,
          ...(method === "DELETE" ? {} : { body: { access_template: "admin", active: false } }),
        });
        expect([path, method, answer.status, answer.body]).toEqual([
          path,
          method,
          404,
          { error: expect.objectContaining({ code: "resource_missing" }) },
        ]);
      }
    }
    expect(await teamOf(http, company).read()).toEqual(before);
  });
});

describe("a response to a write", () => {
  test("has the invitation as the team shows it, and if an existing one was changed (INV-002, INV-003, INV-004)", async () => {
    const company = await http.company();
    const team = teamOf(http, company);
    const answers = [
      await team.invite(),
      await team.invite(),
      await team.change("invite_change", { access_template: "read_only" }),
      await team.change("invite_change", { access_template: "read_only" }),
      await team.resend("invite_resend"),
    ];
    for (const { body } of answers) {
      expect(Object.keys(body)).toEqual(["invitation", "changed"]);
      expect(Object.keys(body.invitation)).toEqual(INVITATION);
    }
    expect(answers.map(({ status, body }) => [status, body.changed])).toEqual([
      [201, false],
      [200, false],
      [200, true],
      [200, false],
      [200, true],
    ]);
    const { invitations } = await team.read();
    for (const { body } of answers.slice(3)) expect(invitations).toContainEqual(body.invitation);
  });

  test("has no token, delivery or picture (INV-101)", async () => {
    const company = await http.company();
    const team = teamOf(http, company);
    for (const answer of [
      await team.invite(),
      await team.invite(),
      await team.change("invite_change", { access_template: "admin" }),
      await team.resend("invite_resend"),
    ]) {
      expect(answer.text).not.toMatch(NEVER_RETURNED);
      expect([...answer.headers.keys()].filter((name) => /token|location|cookie/.test(name))).toEqual([]);
    }
  });
});
