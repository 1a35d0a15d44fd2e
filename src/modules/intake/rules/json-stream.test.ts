/**
 * The streaming reader against JSON.parse: for any document and any cuts it gives the same members,
 * and for any damage it refuses exactly when JSON.parse does, at the byte that is wrong.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstFault } from "./json-fault.ts";
import { JsonProblem } from "./json-problem.ts";
import { type JsonPart, readJsonObject } from "./json-stream.ts";

function* cut(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  let from = 0;
  for (let turn = 0; from < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    // A buffer of its own, overwritten afterwards, shows that nothing keeps a view of a caller's chunk.
    const chunk = Uint8Array.from(bytes.subarray(from, from + size));
    yield chunk;
    chunk.fill(0x21);
    from += size;
  }
}

async function partsOf(
  input: string | Uint8Array,
  sizes: readonly number[] = [1 << 20],
  recordBytes?: number,
): Promise<JsonPart[]> {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  const parts: JsonPart[] = [];
  for await (const part of readJsonObject(
    cut(bytes, sizes),
    recordBytes === undefined ? {} : { recordBytes },
  ))
    parts.push(part);
  return parts;
}

/** Puts the parts back together, checking that they come in order. */
function assemble(parts: readonly JsonPart[]): [string, unknown][] {
  const members: [string, unknown][] = [];
  let open: unknown[] = [];
  for (const part of parts) {
    if (part.kind === "value") members.push([part.member, part.value]);
    else if (part.kind === "records") {
      expect(part.from).toBe(open.length);
      open.push(...part.values);
    } else {
      expect(part.count).toBe(open.length);
      members.push([part.member, open]);
      open = [];
    }
  }
  expect(open).toEqual([]);
  return members;
}

async function problemOf(
  input: string | Uint8Array,
  sizes?: readonly number[],
  recordBytes?: number,
): Promise<JsonProblem> {
  try {
    await partsOf(input, sizes, recordBytes);
  } catch (error) {
    if (error instanceof JsonProblem) return error;
    throw error;
  }
  throw new Error("the text was accepted");
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const space = fc.constantFrom(undefined, 1, "\t", "  \r\n");
const documents = fc.uniqueArray(
  fc.tuple(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary", maxDepth: 4 })),
  {
    selector: ([name]) => name,
    maxLength: 8,
  },
);

/** An object's text written by hand, since an object of JavaScript reorders names that are numbers. */
function textOf(
  members: readonly (readonly [string, unknown])[],
  indent: string | number | undefined,
): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value, null, indent)}`).join(" ,\n")}}`;
}

describe("what is read", () => {
  test("members and batches come in the order of the file", async () => {
    expect(
      await partsOf(
        ' {"format":"x", "features" : [ "a" , {"b":[1,"]"]} ] ,"n":-1.5e3,"users":[ ], "o":{"k":[]} } \n',
      ),
    ).toEqual([
      { kind: "value", member: "format", value: "x", path: "format" },
      { kind: "records", member: "features", from: 0, values: ["a", { b: [1, "]"] }] },
      { kind: "end", member: "features", count: 2 },
      { kind: "value", member: "n", value: -1500, path: "n" },
      { kind: "end", member: "users", count: 0 },
      { kind: "value", member: "o", value: { k: [] }, path: "o" },
    ]);
  });

  test("a byte order mark is passed over, however it is cut", async () => {
    for (const size of [1, 2, 3, 10]) expect(await partsOf('\ufeff{"a":1}', [size])).toHaveLength(1);
    expect(await partsOf("{}", [1])).toEqual([]);
  });

  test("any document, cut anywhere, equals JSON.parse of the whole", async () => {
    await fc.assert(
      fc.asyncProperty(documents, space, sizes, async (members, indent, cuts) => {
        const text = textOf(members, indent);
        const parsed = members.map(([name, value]) => [name, JSON.parse(JSON.stringify(value)) as unknown]);
        expect(assemble(await partsOf(text, cuts))).toEqual(parsed);
      }),
      { numRuns: 400 },
    );
  });

  test("chunks may come from an asynchronous source and be empty", async () => {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(0);
      yield Buffer.from('{"a":["x');
      await Promise.resolve();
      yield Buffer.from('",2]}');
    }
    const parts: JsonPart[] = [];
    for await (const part of readJsonObject(source())) parts.push(part);
    expect(assemble(parts)).toEqual([["a", ["x", 2]]]);
  });

  test("a long array is given in batches and not held back until its end", async () => {
    const record = JSON.stringify({ id: "x".repeat(100) });
    const parts = await partsOf(`{"journal":[${Array.from({ length: 5000 }, () => record).join(",")}]}`);
    const batches = parts.filter((part) => part.kind === "records");
    expect(batches.length).toBeGreaterThan(5);
    expect(Math.max(...batches.map((batch) => batch.values.length))).toBeLessThan(1000);
  });
});

describe("what is refused", () => {
  test.each<[string, number, string, RegExp]>([
    ["", 0, "", /^the file contains no JSON object$/],
    ["  ", 2, "", /^the file contains no JSON object$/],
    ["[]", 0, "", /not a JSON object/],
    ['"x"', 0, "", /not a JSON object/],
    ["nul", 0, "", /not a JSON object/],
    ['{"a":1} x', 8, "", /follows the end/],
    ['{"a":1}{}', 7, "", /follows the end/],
    ['{"a":1,}', 7, "", /member name/],
    ["{a:1}", 1, "", /member name/],
    ["{'a':1}", 1, "", /member name/],
    ['{"a" 1}', 5, "a", /`:`/],
    ['{"a":}', 5, "a", /malformed/],
    ['{"a":,}', 5, "a", /malformed/],
    ['{"a":[1,2],,}', 11, "", /member name/],
    ['{"a":[1] "b":2}', 9, "", /`,` or `}`/],
    ['{"a":1 "b":2}', 7, "a", /unexpected "\\""/],
    ['{"a":1]', 6, "a", /unexpected "\]"/],
    ['{"a":[1,2,]}', 10, "a[2]", /malformed/],
    ['{"a":[,1]}', 6, "a[0]", /malformed/],
    ['{"a":[1,,2]}', 8, "a[1]", /malformed/],
    ['{"a":[1 2]}', 8, "a[0]", /unexpected "2"/],
    ['{"a":[{"b":1}}', 13, "a[0]", /unexpected "}"/],
    ['{"a":[{"b":[1}, 5]}', 13, "a[0]", /unexpected "}"/],
    ['{"a":[{}, {"b":01}]}', 15, "a[1]", /malformed/],
    ['{"a":[1, 2, nan]}', 12, "a[2]", /malformed/],
    ['{"a":["é", "b\tc"]}', 14, "a[1]", /malformed/],
    ['{"a":["\\x"]}', 7, "a[0]", /malformed/],
    ['{"a":1,"b":2,"a":3}', 13, "a", /^this member occurs twice$/],
    ['{"a":1,"\\u0061":3}', 7, "a", /^this member occurs twice$/],
    ['{"a":[1,{"b":2', 14, "a[1]", /ends before/],
    ['{"a":[1,{"b":"\\', 15, "a[1]", /ends before/],
    ['{"a":[1,x', 8, "a[1]", /malformed|ends before/],
    ['{"a":"b', 7, "a", /ends before/],
    ['{"a', 3, "", /ends before/],
    ['{"a":', 5, "a", /^the file ends before the JSON object does$/],
    ['{"a":1', 6, "a", /ends before/],
    ['{"a":1,', 7, "", /^the file ends before the JSON object does$/],
    ['{"a":[]', 7, "", /ends before/],
  ])("%s", async (text, offset, path, reason) => {
    for (const cuts of [[1 << 20], [1], [3]]) {
      const problem = await problemOf(text, cuts);
      expect(problem.reason).toMatch(reason);
      // A word that runs into the end may be told as cut off there, or as wrong where it begins.
      if (!text.endsWith("x")) expect(problem.offset).toBe(offset);
      expect(problem.path).toBe(path);
    }
  });

  test.each<[string, number[], number, string]>([
    [
      "a lone continuation byte in a record",
      [...Buffer.from('{"a":["é","'), 0x80, ...Buffer.from('",5]}')],
      12,
      "a[1]",
    ],
    ["an overlong slash in a value", [...Buffer.from('{"a":"'), 0xc0, 0xaf, ...Buffer.from('"}')], 6, "a"],
    ["a surrogate in a name", [...Buffer.from('{"'), 0xed, 0xa0, 0x80, ...Buffer.from('":1}')], 2, ""],
    ["UTF-16 text", [0xff, 0xfe, 0x7b, 0, 0x7d, 0], 0, ""],
  ])("bytes that are not UTF-8: %s", async (_, bytes, offset, path) => {
    for (const cuts of [[100], [1]]) {
      const problem = await problemOf(Uint8Array.from(bytes), cuts);
      expect(problem.offset).toBe(offset);
      expect(problem.path).toBe(path);
    }
  });

  test("a replacement character that the file itself holds is no fault", async () => {
    expect(assemble(await partsOf('{"a":["\ufffd"]}', [1]))).toEqual([["a", ["\ufffd"]]]);
    const problem = await problemOf(
      Buffer.concat([Buffer.from('{"a":["\ufffd'), Buffer.of(0xff), Buffer.from('"]}')]),
    );
    expect(problem).toMatchObject({ offset: 10, path: "a[0]" });
  });

  test("a record over the limit is refused by its path, one at the limit is read", async () => {
    const record = JSON.stringify("x".repeat(98));
    expect(record).toHaveLength(100);
    for (const cuts of [[1 << 20], [7]]) {
      expect(await partsOf(`{"a":[1,${record}]}`, cuts, 100)).toContainEqual({
        kind: "end",
        member: "a",
        count: 2,
      });
      expect(await problemOf(`{"a":[1,${record}]}`, cuts, 99)).toMatchObject({
        path: "a[1]",
        offset: 8,
        reason: "larger than 99 bytes",
      });
      expect(await problemOf(`{"a":[1,${record.slice(0, -1)}`, cuts, 50)).toMatchObject({
        path: "a[1]",
        reason: "larger than 50 bytes",
      });
      expect(await problemOf(`{"a":${record}}`, cuts, 99)).toMatchObject({
        path: "a",
        reason: "larger than 99 bytes",
      });
      expect((await problemOf(`{${record}:1}`, cuts, 99)).reason).toBe("larger than 99 bytes");
      // What only seems large, because a bracket is missing, is told as what it is.
      expect(await problemOf(`{"a":[1,{"b":[2},${record}]}`, cuts, 99)).toMatchObject({
        path: "a[1]",
        offset: 15,
      });
    }
  });

  test("an object of very many members", async () => {
    const text = `{${Array.from({ length: 300 }, (_, index) => `"m${index}":1`).join(",")}}`;
    expect((await problemOf(text)).reason).toMatch(/more than 256 members/);
  });

  test("the message names the path and the byte", async () => {
    expect((await problemOf('{"journal":[1,{]}')).message).toBe(
      'journal[1]: malformed JSON: unexpected "]" (byte 15)',
    );
    expect((await problemOf("[]")).message).toBe("The file: the top level is not a JSON object (byte 0)");
  });

  test.each([
    [
      '{"journal":[{"a":1},{"b":{"c":1,"d":2,"\\u0063":3}}]}',
      "journal[1]",
      38,
      "it holds the member `c` twice in one object",
    ],
    ['{"company":{"name":"x","name":"y"}}', "company", 23, "it holds the member `name` twice in one object"],
    [
      '{"journal":[{"é":[1.0000000000000001]}]}',
      "journal[0]",
      19,
      "it holds the number 1.0000000000000001, whose digits can't all be kept",
    ],
    [
      '{"journal":[1],"version":9007199254740993}',
      "version",
      25,
      "it holds the number 9007199254740993, whose digits can't all be kept",
    ],
    [
      `{"journal":[${"[".repeat(200)}${"]".repeat(200)}]}`,
      "journal[0]",
      111,
      "it is nested more than 100 levels deep",
    ],
  ])("what JSON.parse would change without a word is refused: %s", async (text, path, offset, reason) => {
    expect(await problemOf(text)).toMatchObject({ path, offset, reason });
  });

  test("a damaged document is refused exactly when JSON.parse refuses it", async () => {
    const damage = fc.record({
      at: fc.nat(),
      remove: fc.nat({ max: 2 }),
      insert: fc.constantFrom("", ",", "]", "}", "{", "[", '"', "\\", "1", " ", ":", "x"),
    });
    await fc.assert(
      fc.asyncProperty(documents, damage, sizes, async (members, { at, remove, insert }, cuts) => {
        const whole = textOf(members, undefined);
        const index = at % (whole.length + 1);
        // Half of a surrogate pair can't be written as UTF-8.
        const text = (whole.slice(0, index) + insert + whole.slice(index + remove)).toWellFormed();
        let parsed: unknown;
        let valid = true;
        try {
          parsed = JSON.parse(text);
        } catch {
          valid = false;
        }
        const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
        if (valid && isObject) {
          try {
            const read = assemble(await partsOf(text, cuts));
            expect(new Map(read)).toEqual(new Map(Object.entries(parsed as object)));
          } catch (error) {
            if (!(error instanceof JsonProblem)) throw error;
            expect(error.reason).toMatch(/occurs twice|^it holds the (member|number)/);
          }
        } else {
          const problem = await problemOf(text, cuts);
          expect(problem.offset).toBeLessThanOrEqual(Buffer.byteLength(text));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the first fault of a text", () => {
  test("there is one exactly when JSON.parse throws", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"',
      "\\",
      "1",
      "-",
      "0",
      ".5",
      "e1",
      "true",
      "null",
      " ",
      "\n",
      "\u0001",
      "\\u00e9",
      '"\\n"',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 12 }).map((list) => list.join("")),
          fc.json(),
        ),
        (text) => {
          let valid = true;
          try {
            JSON.parse(text);
          } catch {
            valid = false;
          }
          expect(firstFault(text) === null).toBe(valid);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test.each([
    ["[1,2,x]", 5, 2],
    ['{"a":[1,2],"b"}', 14, 1],
    ["[tru", 4, 0],
    ["[trux", 5, 0],
    ['["\\u00', 6, 0],
    ['["\\q"]', 2, 0],
    ["[1]]", 3, 0],
  ])("%s", (text, at, element) => {
    expect(firstFault(text)).toEqual({ at, element });
  });

  test("strings of any length are walked without deep recursion", () => {
    expect(firstFault(JSON.stringify(["\\\n".repeat(500_000)]))).toBeNull();
    expect(firstFault("[".repeat(200_000))).toEqual({ at: 200_000, element: 0 });
  });
});
