/** The spool: bytes on the disk, counted and hashed, that nobody else can open and that leave nothing. */
import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { spool } from "./index.ts";

const patient = (): AbortSignal => AbortSignal.timeout(60_000);

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What is left of spooled files. */
function left(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("daybook-spool-"));
}

test("gives bytes back as often as wanted, also by several at a time, and knows their hashes", async () => {
  const before = left();
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
  expect(left()).toEqual(before);
  await file.close();
});

test("refuses more than is wanted, passes on what its source throws, and heeds a signal", async () => {
  const before = left();
  await expect(spool(inPieces(Buffer.alloc(11), 2), 10, patient())).rejects.toThrow("more than 10 bytes");
  async function* broken(): AsyncGenerator<Uint8Array, void, undefined> {
    yield Buffer.alloc(1);
    throw new Error("the line is dead");
  }
  await expect(spool(broken(), 10, patient())).rejects.toThrow("the line is dead");
  await expect(spool(inPieces(Buffer.alloc(2), 1), 10, AbortSignal.abort(new Error("gone")))).rejects.toThrow(
    "gone",
  );
  expect(left()).toEqual(before);
});
