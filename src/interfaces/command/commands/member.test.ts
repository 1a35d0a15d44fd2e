/** Changes of what a member may do that come at once: none undoes another. */
import { expect, test } from "vitest";
import { type TestCompany, testApp } from "../../../../test/support/app.ts";
import { person } from "../../../../test/support/bundle.ts";
import { listLockWaits } from "../../../../test/support/lock-waits.ts";
import { onServer } from "../../../../test/support/on-server.ts";
import { AREAS } from "@daybook/words/areas";
import { present } from "@daybook/words/assert";
import { MEMBER_COMMANDS } from "./member.ts";

const http = await testApp();
const { app } = http;

const memberSet = present(
  MEMBER_COMMANDS.find(({ name }) => name === "member set"),
  "there is no such command",
);

function set(company_id: string, member: string, ...area: string[]): Promise<unknown> {
  const args = { member, company: company_id, area, template: null, permissions: null };
  return memberSet.run(app, args, () => {}, new AbortController().signal, "ada");
}

async function levelsOf(id: TestCompany["id"], member: string) {
  return (await app.access.listMembers(id)).find((row) => row.id === member)?.permissions;
}

test("two changes of different areas both hold, and access that was taken away stays away", async () => {
  const { id, bundle } = await http.company({ journal: [] });
  const member = bundle.members[0]?.id ?? "";
  await Promise.all([
    set(id, member, "api_access=none"),
    set(id, member, "reports=view"),
    set(id, member, "transactions=none"),
  ]);
  expect(await levelsOf(id, member)).toMatchObject({
    api_access: "none",
    reports: "view",
    transactions: "none",
  });
  expect((await app.access.listKeys(id)).map(({ revoked_because }) => revoked_because)).toEqual([
    "api_access_removed",
  ]);
});

test("a member with access of their own is listed with the areas that they have, and no others", async () => {
  const { id, bundle } = await http.company({ journal: [] });
  const member = bundle.members[0]?.id ?? "";
  const list = present(
    MEMBER_COMMANDS.find(({ name }) => name === "member list"),
    "there is no such command",
  );
  await set(id, member, ...AREAS.map((area) => `${area}=none`), "reports=view", "transactions=manage");
  const result = await list.run(app, { company: id }, () => {}, new AbortController().signal, "ada");
  const rows = list.show(result, { company: id }).split("\n");
  expect(rows.find((row) => row.includes(member))).toMatch(/ active +reports=view transactions=manage$/);
});

test("a member who is not there is refused", async () => {
  const { id } = await http.company({ journal: [] });
  await expect(set(id, "mbr_nobody", "reports=view")).rejects.toMatchObject({
    code: "resource_missing",
    param: "member",
  });
});

onServer(
  "a change while an import is under way comes behind it, and the import writes nothing over it",
  async () => {
    const [first, second] = [person("first"), person("second")];
    const { id, bundle } = await http.company({
      users: [first.user, second.user],
      members: [first.member, second.member],
      journal: [],
    });
    // What the file does not say stays as it was; what it says makes the import write the member.
    const { permissions: _, ...rest } = { ...second.member, created: second.member.created - 1 };
    const text = JSON.stringify({ ...bundle, members: [first.member, rest] });
    const [read, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const between = text.lastIndexOf(second.member.id) - '{"id":"'.length;
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text.slice(0, between));
      read.resolve();
      await goOn.promise;
      yield Buffer.from(text.slice(between));
    }
    const importing = app.intake.importBundle(slow());
    await read.promise;
    const changing = set(id, second.member.id, "api_access=none").then(() => goOn.resolve());
    while (
      (await listLockWaits(app.config.databaseUrl)).length === 0 &&
      (await levelsOf(id, second.member.id))?.api_access !== "none"
    )
      await new Promise((resolve) => setImmediate(resolve));
    goOn.resolve();
    await Promise.all([importing, changing]);
    expect(await levelsOf(id, second.member.id)).toMatchObject({ api_access: "none" });
  },
);
