/** Members whose access another one changes, or who are removed, by whoever manages the team in the console. */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { permissions, person } from "../../../../../test/support/bundle.ts";
import { withPassword } from "../../../../../test/support/console.ts";
import { ask } from "../../../../../test/support/session.ts";

const http = await testApp();

/** A company with an owner, a clerk and a deputy who may only manage the team; `as` asks for one of them. */
async function staffed() {
  const owner = person("owner");
  const clerk = person("clerk", permissions("view"));
  const deputy = person("deputy", permissions("none", { team_access: "manage" }));
  const people = { owner, clerk, deputy };
  const company = await http.company({
    users: Object.values(people).map(({ user }) => user),
    members: Object.values(people).map(({ member }) => member),
  });
  const as = async (who: keyof typeof people) => {
    const browser = await withPassword(people[who].user.email);
    return async (target: string, method = "GET", body?: object) => {
      const asking = { company: company.id, method, ...(body === undefined ? {} : { body }) };
      const { status, text } = await ask(browser, `/app/api${target}`, asking);
      const answer = (text === "" ? {} : JSON.parse(text)) as {
        readonly changed?: boolean;
        readonly member?: { readonly access_template: string };
        readonly error?: { readonly code: string; readonly param?: string; readonly message: string };
      };
      return {
        status,
        answer,
        refusal: [answer.error?.code, answer.error?.param],
        says: answer.error?.message ?? "",
      };
    };
  };
  const pathOf = (who: keyof typeof people): string => `/team/members/${people[who].member.id}`;
  return { company, people, as, pathOf };
}

const ADMIN = { access_template: "admin" };
const NOTHING = { access_template: "custom", permissions: permissions("none", { api_access: "none" }) };

test("a member's access changes from the next request on, once, and lost API access ends their keys (MEMB-001)", async () => {
  const { company, people, as, pathOf } = await staffed();
  const [owner, clerk] = [await as("owner"), await as("clerk")];
  expect((await clerk("/v1/accounts")).status).toBe(200);
  expect(await owner(pathOf("clerk"), "PATCH", ADMIN)).toMatchObject({
    status: 200,
    answer: { changed: true, member: { access_template: "admin" } },
  });
  expect((await owner(pathOf("clerk"), "PATCH", ADMIN)).answer.changed).toBe(false);
  const key = await http.keyOf(company.id, people.clerk.member.id);
  expect((await http.send("/company", { key })).status).toBe(200);
  expect((await owner(pathOf("clerk"), "PATCH", NOTHING)).status).toBe(200);
  expect((await clerk("/v1/accounts")).status).toBe(403);
  // The key is revoked, and stays so.
  await owner(pathOf("clerk"), "PATCH", ADMIN);
  expect((await clerk("/v1/accounts")).status).toBe(200);
  expect((await http.send("/company", { key })).status).toBe(401);
});

test("a member who is removed has no access and no keys from then on, and can be invited again (MEMB-002)", async () => {
  const { company, people, as, pathOf } = await staffed();
  const [owner, clerk] = [await as("owner"), await as("clerk")];
  await owner(pathOf("clerk"), "PATCH", ADMIN);
  const key = await http.keyOf(company.id, people.clerk.member.id);
  expect((await owner(pathOf("clerk"), "DELETE")).status).toBe(204);
  expect((await http.send("/company", { key })).status).toBe(403);
  expect((await clerk("/v1/accounts")).status).toBe(403);
  const gone = await owner(pathOf("clerk"), "DELETE");
  expect(gone.refusal).toEqual(["resource_missing", "id"]);
  expect(gone.says).toContain("The team has no member ");
  expect((await owner(pathOf("clerk"), "PATCH", ADMIN)).status).toBe(404);
  const again = { first_name: "Ada", last_name: "Clerk", email: people.clerk.user.email, ...ADMIN };
  expect((await owner("/invitations", "POST", again)).status).toBe(201);
});

test("nobody changes themselves, gives more than they have, or touches whoever has more (MEMB-003)", async () => {
  const { as, pathOf, company } = await staffed();
  const [owner, deputy] = [await as("owner"), await as("deputy")];
  for (const [method, body] of [
    ["PATCH", ADMIN],
    ["DELETE", undefined],
  ] as const) {
    const own = await owner(pathOf("owner"), method, body);
    expect(own.refusal).toEqual(["invalid_request", "id"]);
    expect(own.says).toContain("Nobody changes their own access. Another member who manages the team can.");
    expect((await deputy(pathOf("clerk"), method, body)).refusal).toEqual(["insufficient_permission", "id"]);
  }
  await owner(pathOf("clerk"), "PATCH", NOTHING);
  expect((await deputy(pathOf("clerk"), "PATCH", ADMIN)).refusal).toEqual([
    "insufficient_permission",
    "permissions",
  ]);
  const made = await http.app.access.createReadOnlyKey(company.id, "dashboard");
  expect((await owner(`/team/members/${made.member.id}`, "DELETE")).refusal).toEqual([
    "invalid_request",
    "id",
  ]);
  const other = await http.company();
  expect((await owner(`/team/members/${other.bundle.members[0]?.id ?? ""}`, "DELETE")).status).toBe(404);
});
