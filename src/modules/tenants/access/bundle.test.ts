/** Users and members in the company bundle: the stored form of addresses, and the limit on members. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { companyBundle, permissions, person, unique } from "../../../../test/support/bundle.ts";
import { bytesOf, exported } from "../../../../test/support/import.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { statement } from "../../../platform/db/index.ts";

const http = await testApp();
const { app } = http;

test("a user's address is stored in lower case and composed form, in any script", async () => {
  for (const [given, kept] of [
    ["ΑΣΑ", "ασα"],
    ["J\u030co", "\u01f0o"],
  ]) {
    const bundle = companyBundle();
    const domain = `${unique()}.example`;
    const users = bundle.users.map((user) => ({ ...user, email: `${given}@${domain}` }));
    await app.intake.importBundle(bytesOf(JSON.stringify({ ...bundle, users })));
    expect(
      (await app.access.listMembers(bundle.company.id as PublicId<"company">)).map(({ email }) => email),
    ).toEqual([`${kept}@${domain}`]);
    const { counts } = await app.intake.importBundle(bytesOf(await exported(app, bundle.company.id)));
    expect(counts["users"]).toEqual({ created: 0, updated: 0, unchanged: 1 });
  }
});

const addMany = statement<never>(
  "test.access.addMany",
  `with made as (insert into users (id, email, created) select 'user_' || $2 || number, $2 || number ||
    '@example.com', 1 from generate_series(1, $3::int) as number returning id)
   insert into members (company_id, id, user_id, permissions, created) select $1, 'mbr_' || id, id, '{}', 1
     from made`,
);

test("bundles and commands both enforce the limit on members, present and former", async () => {
  const most = LIMITS.members.value;
  const former = person("former");
  const company = await http.company({ users: [former.user], members: [former.member] });
  await app.db.run(addMany, [company.id, unique(), most - 2]);
  const add = (email: string) =>
    app.access.addMember(company.id, {
      email,
      first_name: null,
      last_name: null,
      permissions: permissions("view"),
    });
  await add(`last.${unique()}@example.com`);
  await expect(add(`more.${unique()}@example.com`)).rejects.toThrow(`at most ${most} members`);
  const more = person("more");
  const { company: profile } = company.bundle;
  const file = {
    format: "daybook.company-bundle",
    version: 1,
    company: profile,
    users: [more.user],
    members: [former.member, more.member],
  };
  await expect(app.intake.importBundle(bytesOf(JSON.stringify(file)))).rejects.toThrow(
    `members[1]: would be one more than the ${most} members`,
  );
  // Restoring a former member is allowed, because former members already count.
  await app.access.removeMember(company.id, former.member.id);
  expect((await add(former.user.email)).id).toBe(former.member.id);
});
