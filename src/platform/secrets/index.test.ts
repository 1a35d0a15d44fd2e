/** Sealed secrets: only the same key opens them, and only at their place. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isSealingKey, NotOpened, openSealer } from "./index.ts";

const key = () => randomBytes(32).toString("base64");

test("a sealed secret does not show it, and is opened at its place", () => {
  const sealer = openSealer([key()]);
  const sealed = sealer.seal("https://user:pass@bank.example", "comp_1/conn_1");
  expect(sealed).not.toContain("pass");
  expect(Buffer.from(sealed.slice(3), "base64").toString("latin1")).not.toContain("pass");
  expect(sealer.open(sealed, "comp_1/conn_1")).toBe("https://user:pass@bank.example");
});

test("the same secret is sealed differently each time", () => {
  const sealer = openSealer([key()]);
  expect(sealer.seal("a", "p")).not.toBe(sealer.seal("a", "p"));
});

test("another place, another key, a changed text and other texts are not opened", () => {
  const sealer = openSealer([key()]);
  const sealed = sealer.seal("secret", "comp_1/conn_1");
  const changed = `${sealed.slice(0, -4)}${sealed.endsWith("AAA=") ? "BBB=" : "AAA="}`;
  const other = new NotOpened("it was sealed with another key or for another place");
  expect(() => sealer.open(sealed, "comp_2/conn_1")).toThrow(other);
  expect(() => openSealer([key()]).open(sealed, "comp_1/conn_1")).toThrow(other);
  expect(() => sealer.open(changed, "comp_1/conn_1")).toThrow(other);
  for (const text of [
    "",
    "v1:",
    `v1:${Buffer.alloc(27).toString("base64")}`,
    `v2:${sealed.slice(3)}`,
    "secret",
  ])
    expect(() => sealer.open(text, "comp_1/conn_1"), text).toThrow(new NotOpened("it is not a sealed text"));
});

test("of several keys the first seals, all open, and the first seals again what another did (SECR-004)", () => {
  const [old, young] = [key(), key()];
  const place = "comp_1/conn_1";
  const sealed = openSealer([old]).seal("secret", place);
  const both = openSealer([young, old]);
  expect(both.open(sealed, place)).toBe("secret");
  const again = both.reseal(sealed, place) ?? "";
  expect(openSealer([young]).open(again, place)).toBe("secret");
  expect(() => openSealer([old]).open(again, place)).toThrow(NotOpened);
  expect(both.reseal(again, place)).toBeNull();
  expect(openSealer([young]).open(both.seal("another", place), place)).toBe("another");
  expect(() => openSealer([young]).reseal(sealed, place)).toThrow(NotOpened);
  expect(() => both.reseal(sealed, "comp_2/conn_1")).toThrow(NotOpened);
});

test("a key is 32 bytes in base64", () => {
  expect(isSealingKey(key())).toBe(true);
  for (const text of ["", "short", randomBytes(31).toString("base64"), randomBytes(32).toString("hex")])
    expect(isSealingKey(text), text).toBe(false);
});
