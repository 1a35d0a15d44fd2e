/** Tables of the clipboard are read as they were written, and as other programs write them. */
import { expect, test } from "vitest";
import { htmlTable, readTabSeparated, tabSeparated } from "./clipboard.ts";

test("rows are read as they were written", () => {
  for (const rows of [
    [
      ["a", "b"],
      ["", "c\td"],
      ['say "hi"', "two\nlines"],
    ],
    [[""]],
    [["", ""]],
    [["x"], [""], ["y"]],
    [['"']],
  ])
    expect(readTabSeparated(tabSeparated(rows))).toEqual(rows);
});

test("what Excel and Google Sheets write is read", () => {
  expect(readTabSeparated('Rent\t$1,200.00\r\n"a\r\nb"\t\r\n')).toEqual([
    ["Rent", "$1,200.00"],
    ["a\nb", ""],
  ]);
  expect(readTabSeparated('12" pipe\tx')).toEqual([['12" pipe', "x"]]);
});

test("names are only text in HTML", () => {
  expect(htmlTable([["<script>&"]])).toBe(
    "<table><tbody><tr><td>&lt;script&gt;&amp;</td></tr></tbody></table>",
  );
});
