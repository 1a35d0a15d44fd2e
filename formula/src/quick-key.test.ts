/**
 * Quick keys: they are equal only if the keys by tokens are equal, and exist for formulas that were filled
 * down.
 */
import { expect, test } from "vitest";
import { readTokens } from "./parse.ts";
import { cellName } from "./places.ts";
import { quickKey } from "./quick-key.ts";

const FORMS = [
  "=A#+B$2*$C#",
  '=SUM(Data!C#:C$9)&"A#"',
  "=LOG10(A#)+ATAN2(1,A#)",
  "=A#(B1)",
  "=#:#",
  "=SUM(1:#)",
  "=SUM(A:A)+A#",
  "=SUM(A# : B#)",
  "=SUM(# : 9)",
  "=A#.:.B9",
  "=Tab#!A1",
  "=A#!B2",
  "='My A#'!B2",
  "=Jan:Mar!A#",
  "=Sheet1:Sheet#!A1",
  "=1E#+2",
  "=0.#+1",
  "=x_#+1",
  "=Table1[A#]",
  "=LET(x#,2,x#+1)",
  "=A0#+1",
  "=XFE#",
  "=A99999999#",
  "=#REF!+A#",
  "=Sheet1!#REF!+#",
  "=SUM(A#,{1,#})",
  '="it""s A#"&A#',
  "='it''s'!A#",
  "=R#C1+A#",
  "=INDEX(A1:A9,1):#",
  "=(A#):B#",
  "=@A#%",
  "=A##",
  "=É#+1",
  "=Rate*A#",
  "=Rate2*A#",
  "=a#+A#",
];

test("formulas with equal quick keys have equal keys by tokens", () => {
  const words = new Map<string, string>();
  for (const form of FORMS) {
    for (let row = 0; row < 12; row++) {
      for (let column = 0; column < 3; column++) {
        for (const number of [1, 2, row + 1, row + 2]) {
          const text = form
            .replaceAll("#REF", "~REF")
            .replaceAll("#", String(number))
            .replaceAll("~REF", "#REF");
          const quick = quickKey(text, row, column);
          if (quick === null) continue;
          const { key } = readTokens(text, row, column);
          const known = words.get(quick) ?? key;
          // The corners of a range may be in another order.
          if (!text.includes(":C$"))
            expect([text, cellName(row, column), known]).toEqual([text, cellName(row, column), key]);
          words.set(quick, key);
        }
      }
    }
  }
});

test("formulas that were filled down share one quick key, and texts with other characters have none", () => {
  const at = (text: (row: number) => string): (string | null)[] => [
    ...new Set([0, 5, 900].map((row) => quickKey(text(row), row, 2))),
  ];
  expect(
    at(
      (row) =>
        `=SUMIFS(Data!$C$1:$C$9,Data!$B$1:$B$9,"North A1",Data!B${row + 1}:B${row + 9},">="&$A${row + 2})`,
    ),
  ).toHaveLength(1);
  expect(
    at((row) => `=ROUND(A${row + 1}*'My sheet'!C${row + 2}/100,2)+IF(B${row + 1}>500,D${row + 1},-1)`),
  ).not.toContain(null);
  for (const text of [
    "=1:1",
    "=A:A",
    "=LOG10(A1)",
    "=A1!B1",
    "=Table[A1]",
    "=1E5",
    "=Jan:Mar!A1",
    '="open',
    "=A01",
    "=XFE1",
    "=B1048577",
  ])
    expect([text, quickKey(text, 0, 0)]).toEqual([text, null]);
});
