/** Which company and member a command works on where its options name none. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { chooseCompany, chooseKeyOwner } from "./choose.ts";

const http = await testApp();

test("of several companies one has to be named", async () => {
  const [first] = [await http.company(), await http.company()];
  expect(await chooseCompany(http.app, first.id)).toBe(first.id);
  await expect(chooseCompany(http.app, null)).rejects.toThrow(
    /There are \d+ companies; choose one with --company, with DAYBOOK_COMPANY, or for every command with `daybook company use`\./,
  );
});

test("a key is of the first active member with API access, or of the one that is named", async () => {
  const company = await http.company();
  expect(await chooseKeyOwner(http.app, company.id, null)).toBe(company.bundle.members[0]?.id);
  expect(await chooseKeyOwner(http.app, company.id, "mbr_named")).toBe("mbr_named");
});
