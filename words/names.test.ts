/** Which texts are valid names, and which have no visible character. */
import { describe, expect, test } from "vitest";
import { LIMITS } from "./limits.ts";
import { escapeHidden, isBlank, isName } from "./names.ts";

const most = LIMITS.text_field_characters.value;

describe("a name", () => {
  test("can be in any script, with the joiners and selectors that its letters need", () => {
    const names = [
      "José",
      "Zoë-Ann O’Neill",
      "李小龍",
      "辻\u{e0100}",
      "Наталья",
      "محمد",
      "می\u200cخواهم",
      "नर्मदा",
      "👩\u200d💻",
      "❤\ufe0f",
      "⠠⠁⠙⠁",
      "Ada\u2800",
      " Ada ",
      "x".repeat(most),
      "👍".repeat(most),
    ];
    for (const name of names) expect([name, isName(name), isBlank(name)]).toEqual([name, true, false]);
  });

  test("contains no line end, no change of direction and no hidden character", () => {
    const hidden = [
      "\0",
      "\n",
      "\r",
      "\t",
      "\u001b",
      "\u0085",
      "\u00ad",
      "\u034f",
      "\u061c",
      "\u115f",
      "\u180e",
      "\u200b",
      "\u200e",
      "\u2028",
      "\u2029",
      "\u202e",
      "\u2060",
      "\u2066",
      "\u3164",
      "\ud800",
      "\ufeff",
      "\uffa0",
      "\ufff9",
      "\u{1d173}",
      "\u{e0041}",
    ];
    for (const character of hidden)
      for (const name of [character, `Gra${character}ce`, `Grace${character}`])
        expect([name, isName(name)]).toEqual([name, false]);
    expect(isName("x".repeat(most + 1))).toBe(false);
  });

  test("is blank if it has no visible character", () => {
    for (const blank of [
      "",
      " ",
      "\u00a0\u3000",
      "\u2800",
      "\u2800 \u2800",
      "\u200d",
      "\ufe0f",
      "\u200c\u200d",
      "\u{e0100}",
      "\u00ad",
      "\u200b",
    ])
      expect([blank, isBlank(blank), isName(blank)]).toEqual([blank, true, false]);
  });

  test("is checked in linear time", () => {
    for (const blank of ["\u2800", "\u200d", " "]) expect(isName(`${blank.repeat(20_000)}\n`)).toBe(false);
  });
});

test("a hidden character beyond U+FFFF is escaped whole", () => {
  expect(escapeHidden("a\u{e0041}b\u200b")).toBe("a\\udb40\\udc41b\\u200b");
});
