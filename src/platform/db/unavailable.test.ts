/** What callers are told of a database that can't be used. */
import { expect, test } from "vitest";
import { DISK_FULL, EngineStopped, mayBeCommitted, unavailableMessage } from "./unavailable.ts";

test("who meets a full disk, by a change or a read that needs room, is not told that reading goes on", () => {
  const message = unavailableMessage(Object.assign(new Error("no space left"), { code: DISK_FULL }));
  expect(message).toContain("nothing can be changed, and reads that need room on it fail, too");
  expect(message).not.toMatch(/reading goes on/iu);
});

test("a commit may have been made if the engine stopped meanwhile, and not if the database refused it", () => {
  expect(mayBeCommitted(new EngineStopped("the disk did not confirm that the log is written"))).toBe(true);
  expect(mayBeCommitted(Object.assign(new Error("duplicate key"), { code: "23505" }))).toBe(false);
});
