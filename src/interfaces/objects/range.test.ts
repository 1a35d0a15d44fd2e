/** Which part of a file is asked for, by the words of RFC 9110. */
import { expect, test } from "vitest";
import { conditionalStatus } from "../../core/http-conditions.ts";
import { isOfVersion, partOf } from "./range.ts";

test.each([
  [undefined, "whole"],
  ["bytes=0-9", { start: 0, end: 9 }],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=3-", { start: 3, end: 9 }],
  ["bytes=9-100", { start: 9, end: 9 }],
  ["Bytes= 1-2 ", { start: 1, end: 2 }],
  ["bytes=-1", { start: 9, end: 9 }],
  ["bytes=-100", { start: 0, end: 9 }],
  ["bytes=10-", "outside"],
  ["bytes=10-12", "outside"],
  ["bytes=999999999999999-", "outside"],
  ["bytes=-0", "outside"],
  ["bytes=5-4", "whole"],
  ["bytes=0-1,4-5", "whole"],
  ["bytes=", "whole"],
  ["bytes=-", "whole"],
  ["bytes=a-b", "whole"],
  ["bytes=1", "whole"],
  ["bytes=+1-2", "whole"],
  ["bytes=1.0-2", "whole"],
  ["bytes=9999999999999999-", "whole"],
  ["lines=0-1", "whole"],
] as const)("of ten bytes %s is %j", (range, part) => {
  expect(partOf(range, 10)).toEqual(part);
});

test.each([
  ["bytes=0-", "outside"],
  ["bytes=-5", "whole"],
  ["bytes=-0", "outside"],
] as const)("of nothing %s is %s", (range, part) => {
  expect(partOf(range, 0)).toEqual(part);
});

test.each([
  [{}, 200],
  [{ ifMatch: '"t"' }, 200],
  [{ ifMatch: '"a", "t"' }, 200],
  [{ ifMatch: "*" }, 200],
  [{ ifMatch: '"a"' }, 412],
  [{ ifMatch: 'W/"t"' }, 412],
  [{ ifNoneMatch: '"t"' }, 304],
  [{ ifNoneMatch: 'W/"t"' }, 304],
  [{ ifNoneMatch: "*" }, 304],
  [{ ifNoneMatch: '"a"' }, 200],
  [{ ifMatch: '"a"', ifNoneMatch: '"t"' }, 412],
] as const)("under %j a file is answered with %i", (conditions, status) => {
  expect(conditionalStatus({ ifMatch: undefined, ifNoneMatch: undefined, ...conditions }, '"t"')).toBe(
    status,
  );
});

test("a range is of the version that it names, which no date does", () => {
  expect(
    [undefined, '"t"', 'W/"t"', '"a"', "Wed, 20 May 2026 19:00:00 GMT"].map((ifRange) =>
      isOfVersion(ifRange, '"t"'),
    ),
  ).toEqual([true, true, false, false, false]);
});
