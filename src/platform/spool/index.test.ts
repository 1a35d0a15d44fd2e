/** The spool: bytes on the disk are counted and hashed, no other program can open them, no file is left. */
import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { expect, test } from "vitest";
import { spool } from "./index.ts";
import { Sorter } from "./sorted.ts";

const patient = (): AbortSignal => AbortSignal.timeout(60_000);

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The spool folders that still exist. */
function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("daybook-spool-"));
}

test("the bytes can be read repeatedly and concurrently, and their hashes are right", async () => {
  const before = leftovers();
  const bytes = randomBytes(1_000_001);
  const file = await spool(inPieces(bytes, 7_777), bytes.length, patient());
  expect(file).toMatchObject({
    size: bytes.length,
    md5: createHash("md5").update(bytes).digest("base64"),
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  const read = async (): Promise<Buffer> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of file.read()) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  for (const each of await Promise.all([read(), read()])) expect(bytes.equals(each)).toBe(true);
  expect(leftovers()).toEqual(before);
  await file.close();
});

test("too many bytes are refused, errors of the source are thrown, and an aborted signal ends it", async () => {
  const before = leftovers();
  await expect(spool(inPieces(Buffer.alloc(11), 2), 10, patient())).rejects.toThrow(
    /^there are more than 10 bytes$/,
  );
  async function* broken(): AsyncGenerator<Uint8Array, void, undefined> {
    yield Buffer.alloc(1);
    throw new Error("the line is dead");
  }
  await expect(spool(broken(), 10, patient())).rejects.toThrow("the line is dead");
  await expect(spool(inPieces(Buffer.alloc(2), 1), 10, AbortSignal.abort(new Error("gone")))).rejects.toThrow(
    "gone",
  );
  expect(leftovers()).toEqual(before);
});

test("items come in the order of their keys, equal ones in the order in which they were added", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(20), { maxLength: 200 }),
      fc.integer({ min: 1, max: 50 }),
      async (keys, run) => {
        const sorter = new Sorter<readonly [number, number]>(patient(), run);
        for (const [index, key] of keys.entries())
          await sorter.add(String(key).padStart(2, "0"), [key, index]);
        const found = [];
        for await (const item of sorter.sorted()) found.push(item);
        await sorter.close();
        expect(found).toEqual(
          keys.map((key, index) => [key, index]).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
        );
      },
    ),
    { numRuns: 60 },
  );
});
