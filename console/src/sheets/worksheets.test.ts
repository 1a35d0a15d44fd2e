/** Names and places of worksheets. */
import { expect, test } from "vitest";
import { NO_WORKSHEET } from "./selection.ts";
import { freeName, movedTab } from "./worksheets.ts";

const sheets = (...names: readonly string[]) =>
  names.map((name, at) => ({ ...NO_WORKSHEET, id: `wks_${at}`, name }));

test("a new worksheet has the first name after the others that is free", () => {
  expect(freeName(sheets())).toBe("Sheet1");
  expect(freeName(sheets("Plan"))).toBe("Sheet2");
  expect(freeName(sheets("Plan", "sHEET3"))).toBe("Sheet4");
  expect(freeName(sheets("Plan", "Sheet2"))).toBe("Sheet3");
});

test("a worksheet moves by one place as long as there is one", () => {
  const three = sheets("a", "b", "c");
  const moved = (id: string, by: 1 | -1) => movedTab(three, id, by);
  expect(moved("wks_1", 1)).toEqual({ kind: "move_worksheet", worksheet_id: "wks_1", place: 2 });
  expect(moved("wks_1", -1)).toEqual({ kind: "move_worksheet", worksheet_id: "wks_1", place: 0 });
  expect(moved("wks_0", 1)).toEqual({ kind: "move_worksheet", worksheet_id: "wks_0", place: 1 });
  expect([moved("wks_0", -1), moved("wks_2", 1), moved("wks_9", 1), moved("wks_9", -1)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
