/** The link for the first sign-in of an owner: who gets one, and where it is shown. */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { permissions, person } from "../../../test/support/bundle.ts";
import { newBrowser, withPassword } from "../../../test/support/console.ts";
import { findNewOwner } from "./owner-link.ts";
import { type Welcome, welcome } from "./welcome.ts";

const http = await testApp();
const { app } = http;

/** A company whose owner is the second of two members. */
async function owned() {
  const reader = person("reader");
  const owner = person("owner");
  const { id } = await http.company({
    users: [reader.user, owner.user],
    members: [
      { ...reader.member, permissions: { ...permissions("view"), api_access: "manage" } },
      owner.member,
    ],
    journal: [],
  });
  return { id, email: owner.user.email };
}

const READY: Welcome = {
  base_url: "http://127.0.0.1:4100/api/v1",
  docs_url: "http://127.0.0.1:4100/docs",
  console_url: "http://127.0.0.1:4100/app",
  company_id: "comp_a",
  api_key: "svc_key",
  first_visit: null,
  owner: null,
  embedded: true,
  home: "/home",
  flushed: "It is flushed.",
  worker: true,
  cashCategoryId: null,
  companies: 1,
  clockFile: null,
  host: "127.0.0.1",
  publicUrl: null,
};

test("on a screen the owner who never set a password gets a link that works, until a password is set", async () => {
  const { id, email } = await owned();
  const found = await findNewOwner(app, id, { onScreen: true });
  expect(found?.email).toBe(email);
  const link = found?.link ?? "";
  const text = welcome({ ...READY, owner: found });
  expect(text).toContain(link);
  expect(text).toContain(email);
  const { pathname, search } = new URL(link);
  expect((await newBrowser().visit(`${pathname}${search}`)).html).toContain(email);
  await withPassword(email);
  expect(await findNewOwner(app, id, { onScreen: true })).toBeNull();
  expect(welcome(READY)).not.toContain("sets a password");
});

test("where the output may be kept, the welcome names the command instead of a link (CMD-008)", async () => {
  const { id, email } = await owned();
  const found = await findNewOwner(app, id, { onScreen: false });
  expect(found).toEqual({ email, link: null });
  const text = welcome({ ...READY, owner: found });
  expect(text).toContain(`npx daybook member password ${email}`);
  expect(text).not.toMatch(/reset\?/);
});

test("a deactivated owner gets none, and neither does a company without one", async () => {
  const { id, email } = await owned();
  await app.access.setUserActive(email, false);
  expect(await findNewOwner(app, id, { onScreen: true })).toBeNull();
});
