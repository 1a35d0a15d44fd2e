/**
 * Decisions on 1099 records: the table of transitions, the comparison of vendors' names, and content types.
 */
import { describe, expect, test } from "vitest";
import { EVENTS, faultOf, filingFieldsAfter, FORM, vendorKey } from "./states.ts";
import { contentTypeOf, FILING_STATUSES } from "./words.ts";
import { unixSeconds } from "@daybook/words/civil-date";

const PLAIN = { filed_elsewhere: false, hasW9: false };
const AT = unixSeconds(1_750_000_000);

describe("the table of transitions", () => {
  test("has at most one transition for each status, event and set of facts", () => {
    for (const from of FILING_STATUSES) {
      for (const event of EVENTS) {
        for (const filed_elsewhere of [true, false]) {
          for (const hasW9 of [true, false]) {
            const ways = FORM.transitions.filter(
              (row) =>
                row.from === from &&
                row.event === event &&
                (row.guard?.holds({ filed_elsewhere, hasW9 }) ?? true),
            );
            expect(ways.length).toBeLessThan(2);
            expect(FORM.next(from, event, { filed_elsewhere, hasW9 })).toBe(ways[0]?.to ?? null);
          }
        }
      }
    }
  });

  test("reaches every status from the first one, and uses every event", () => {
    const reached = new Set<string>(["review_required"]);
    for (let before = 0; before < reached.size;) {
      before = reached.size;
      for (const { from, to } of FORM.transitions) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].toSorted()).toEqual([...FILING_STATUSES].toSorted());
    expect(new Set(FORM.transitions.map(({ event }) => event)).size).toBe(EVENTS.length);
  });

  test("never undoes a filing through the service, and does not ask for a W-9 that is attached", () => {
    expect(EVENTS.map((event) => FORM.next("filed", event, PLAIN)).filter((to) => to !== null)).toEqual([]);
    expect(FORM.next("filed", "review", { ...PLAIN, filed_elsewhere: true })).toBe("review_required");
    expect(FORM.next("review_required", "confirm", { ...PLAIN, hasW9: true })).toBe("ready_to_file");
    expect(EVENTS.map((event) => FORM.next("on_hold", event, PLAIN)).filter((to) => to !== null)).toEqual([]);
  });

  test("leaves every record sound", () => {
    for (const { event, to } of FORM.transitions)
      expect(
        faultOf({ id: "f1099_a" as never, filing_status: to, ...filingFieldsAfter(event, AT) }),
      ).toBeNull();
  });
});

describe("names of vendors", () => {
  test.each([
    ["Blue Fern", " blue FERN\t"],
    ["Straße", "STRASSE"],
    ["ΟΔΟΣ", "οδος"],
    ["Café", "CAFE\u0301"],
    ["ﬁrst", "FIRST"],
  ])("%j and %j are equal", (one, other) => {
    expect(vendorKey(one)).toBe(vendorKey(other));
  });

  test.each([
    ["Blue Fern", "Blue  Fern"],
    ["Işık", "Isik"],
    ["Cafe", "Café"],
    ["Blue Fern", "Blue Fern."],
  ])("%j and %j are different", (one, other) => {
    expect(vendorKey(one)).not.toBe(vendorKey(other));
  });
});

test("the extension of a file's name determines its content type", () => {
  expect(["a.pdf", "a.b.PNG", "scan.jpeg", "a", "a.", ".pdf2", "a.exe"].map(contentTypeOf)).toEqual([
    "application/pdf",
    "image/png",
    "image/jpeg",
    null,
    null,
    null,
    null,
  ]);
});
