/** Which texts are valid addresses, and which addresses are equal. */
import { domainToASCII } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { emailKey, isEmail } from "./email.ts";

/** Every character with another case. */
const CASED = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter(
    (character) =>
      /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u.test(character) &&
      character.normalize("NFKC") === character,
  );

describe("an address", () => {
  test("has two parts, without hidden characters or variants of letters", () => {
    for (const good of [
      "ada@example.com",
      "Ada.Example+books@EXAMPLE.com",
      "o'neill@localhost",
      "用户@例子.example",
      "γιώργοσ@example.gr",
      "a@straße.example",
      "A@MÜNCHEN.example",
      "J\u030co@x.com",
      "grace@xn--mnchen-3ya.example",
    ])
      expect([good, isEmail(good)]).toEqual([good, true]);
    const hidden = [
      "\u00ad",
      "\u034f",
      "\u061c",
      "\u180e",
      "\u200b",
      "\u200d",
      "\u2060",
      "\ufe0f",
      "\ufeff",
      "\u3164",
      "\u{e0041}",
      "\0",
      "\t",
      "\u0085",
      "\ud800",
      " ",
      "\u00a0",
    ];
    const variants = ["\u212a", "ｋ", "ﬃ", "e\u0301", "ſ", "µ", "①"];
    for (const bad of [...hidden, ...variants]) {
      expect([
        bad,
        isEmail(`${bad}ate@example.com`),
        isEmail(`kate${bad}@example.com`),
        isEmail(`kate@exam${bad}ple.com`),
      ]).toEqual([bad, false, false, false]);
    }
  });

  test("is invalid if one of its letters folds to a letter that makes another domain", () => {
    for (const bad of [
      "a@βόλος.com",
      "ΒΌΛΟΣ@x.com",
      "γιώργος@x.com",
      "a@ΒΌΛΟΣ",
      "\u0130x@x.com",
      "\u1c80@x.com",
      "\u0345x@x.com",
    ])
      expect([bad, isEmail(bad)]).toEqual([bad, false]);
    for (const character of CASED) {
      const [one, other] = [`a@${character}a.com`, emailKey(`a@${character}a.com`)].map((email) =>
        domainToASCII(email.slice(2)),
      );
      if (isEmail(`a@${character}a.com`)) expect([character, one]).toEqual([character, other]);
    }
  });

  test("contains no delimiters of mail headers, and its domain is a host name", () => {
    for (const bad of [
      "a<b>@x.com",
      "a@x.com,b",
      "a@x.com;b",
      '"x"@x.com',
      "a:b@x.com",
      "a(b)@x.com",
      "a[b]@x.com",
      "a\\b@x.com",
      "a@[127.0.0.1]",
      "a@127.0.0.1",
      "a@0x7f.1",
      "a@2130706433",
    ])
      expect([bad, isEmail(bad)]).toEqual([bad, false]);
    for (const bad of [
      "ex%61mple.com",
      "-x.com",
      "x-.com",
      "x..com",
      ".com",
      "x.com.",
      "x_y.com",
      "x/y",
      "x?y",
      "x#y",
      `${"x".repeat(64)}.com`,
    ])
      expect([bad, isEmail(`a@${bad}`)]).toEqual([bad, false]);
  });
});

describe("emailKey", () => {
  // A regular expression for each character of a long text would hold up the service.
  test("compiles no pattern for a letter with a case that it has folded before", () => {
    emailKey("ѩѨ");
    const compiled = vi.spyOn(globalThis, "RegExp");
    onTestFinished(() => compiled.mockRestore());
    expect(emailKey("ѩѨ".repeat(15_000))).toBe("ѩѩ".repeat(15_000));
    expect(compiled).not.toHaveBeenCalled();
  });

  test("is the same for both cases of every letter, is a valid address, and is its own key", () => {
    expect(CASED.length).toBeGreaterThan(2_000);
    for (const character of CASED) {
      const key = emailKey(`${character}@x.com`);
      expect([character, emailKey(key), /[A-Z]/.test(key)]).toEqual([character, key, false]);
      if (isEmail(`${character}@x.com`)) expect([character, isEmail(key)]).toEqual([character, true]);
      for (const other of [character.toUpperCase(), character.toLowerCase()]) {
        if (Array.from(other).length === 1 && new RegExp(character, "iu").test(other))
          expect([character, emailKey(`${other}@x.com`)]).toEqual([character, key]);
      }
    }
  });

  test("treats a final sigma as an ordinary sigma", () => {
    expect(new Set(["ΑΣ@x.com", "ας@x.com", "ασ@x.com", "Ας@X.COM"].map(emailKey))).toEqual(
      new Set(["ασ@x.com"]),
    );
  });

  test("distinguishes different letters, but not two encodings of the same letter", () => {
    expect(emailKey("adm\u0131n@x.com")).toBe("adm\u0131n@x.com");
    expect(emailKey("stra\u00dfe@x.com")).not.toBe(emailKey("strasse@x.com"));
    expect(emailKey("J\u030c@x.com")).toBe(emailKey("\u01f0@x.com"));
  });
});
