/** Sealed secrets: only the same key opens them, and only at their place. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isSealingKey, NotOpened, openSealer } from "./index.ts";

const key = () => randomBytes(32).toString("base64");

test("a sealed secret does not show it, and is opened at its place", () => {
  const sealer = openSealer(key());
  const sealed = sealer.seal("https://user:pass@bank.example", "comp_1/conn_1");
  expect(sealed).not.toContain("pass");
  expect(Buffer.from(sealed.slice(3), "base64").toString("latin1")).not.toContain("pass");
  expect(sealer.open(sealed, "comp_1/conn_1")).toBe("https://user:pass@bank.example");
});

test("the same secret is sealed differently each time", () => {
  const sealer = openSealer(key());
  expect(sealer.seal("a", "p")).not.toBe(sealer.seal("a", "p"));
});

test("another place, another key, a changed text and other texts are not opened", () => {
  const sealer = openSealer(key());
  const sealed = sealer.seal("secret", "comp_1/conn_1");
  const changed = `${sealed.slice(0, -4)}${sealed.endsWith("AAA=") ? "BBB=" : "AAA="}`;
  expect(() => sealer.open(sealed, "comp_2/conn_1")).toThrow(NotOpened);
  expect(() => openSealer(key()).open(sealed, "comp_1/conn_1")).toThrow(NotOpened);
  for (const text of [changed, "", "v1:", "v2:AAAA", "secret"])
    expect(() => sealer.open(text, "comp_1/conn_1"), text).toThrow(NotOpened);
});

test("a key is 32 bytes in base64", () => {
  expect(isSealingKey(key())).toBe(true);
  for (const text of ["", "short", randomBytes(31).toString("base64"), randomBytes(32).toString("hex")])
    expect(isSealingKey(text), text).toBe(false);
});
