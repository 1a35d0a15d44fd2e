/**
 * Permission to change a team is checked again when the change is made: the caller may lose levels while the
 * request's body is still arriving.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { invitation, type Level, permissions } from "../../../../../test/support/bundle.ts";
import type { WireError } from "../../../../../test/support/exchange.ts";
import { sendRaw } from "../../../../../test/support/raw.ts";
import { INVITATIONS, inviteBody, staffed } from "../../../../../test/support/team.ts";

const http = await testApp();
type Staffed = Awaited<ReturnType<typeof staffed>>;

const ADMIN = { access_template: "admin" };
const OPERATIONS = [
  ["an invitation", "POST", INVITATIONS, inviteBody()],
  ["a change", "PATCH", `${INVITATIONS}/invite_one`, ADMIN],
  ["sending again", "POST", `${INVITATIONS}/invite_one/resend`, null],
  ["revoking", "DELETE", `${INVITATIONS}/invite_one`, null],
] as const;

/** Levels of a full Admin, except in one area. */
const adminExcept = (area: Parameters<typeof permissions>[1]) => permissions("manage", area);
const setTo =
  (area: Partial<Record<"team_access" | "api_access" | "billing", Level>>) =>
  ({ company, other }: Staffed) =>
    http.app.access.changePermissions(company.id, other.member.id, () => adminExcept(area));

const CHANGES: readonly (readonly [
  what: string,
  change: (team: Staffed) => Promise<unknown>,
  code: string,
])[] = [
  [
    "was removed",
    ({ company, other }) => http.app.access.removeMember(company.id, other.member.id),
    "user_removed_from_company",
  ],
  ["was deactivated", ({ other }) => http.app.access.setUserActive(other.user.id, false), "user_inactive"],
  ["lost API access", setTo({ api_access: "none" }), "insufficient_permission"],
  ["lost Team & access: Manage", setTo({ team_access: "view" }), "insufficient_permission"],
  ["lost a level that the invitation gives", setTo({ billing: "view" }), "insufficient_permission"],
];

async function requestsOf({ company }: Staffed): Promise<number> {
  return (await http.app.usage.listMonths(company.id)).reduce((sum, { requests }) => sum + requests, 0);
}

describe.each(OPERATIONS)("%s", (_what, method, target, body) => {
  test.each(CHANGES)(
    "by an owner who %s while the body was still arriving is refused",
    async (_change, change, code) => {
      const team = await staffed(http, permissions("manage"), {
        invitations: [invitation("one", { permissions: permissions("manage") })],
      });
      const key = await http.keyOf(team.company.id, team.other.member.id);
      const [before, counted] = [(await team.team.read()).invitations, await requestsOf(team)];
      const text = body === null ? "" : JSON.stringify(body);
      const head = `${method} /api/v1${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
      const { statuses, json } = await sendRaw(http.address, head, 1, async () => {
        // Once the request is counted, the pipeline has admitted its head.
        await expect.poll(() => requestsOf(team)).toBe(counted + 1);
        await change(team);
        return text === "" ? "0\r\n\r\n" : `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
      });
      expect(statuses).toEqual([403]);
      const { error } = json as { error: WireError };
      expect(error).toMatchObject({ type: "permission_error", code });
      expect((await team.team.read()).invitations).toEqual(before);
    },
  );
});
