/** A tar file that another program packed is unpacked unchanged, closed to other users. */
import { execFileSync } from "node:child_process";
import { openAsBlob } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unpack } from "./unpack.ts";

test("folders and files are unpacked unchanged, and only this user can open them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "daybook-unpack-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const packed = join(folder, "packed");
  await mkdir(join(packed, "base", "empty"), { recursive: true });
  const files = { PG_VERSION: 3, "base/none": 0, "base/block": 512, "base/large": 1_000_003 };
  for (const [name, size] of Object.entries(files))
    await writeFile(join(packed, name), Buffer.alloc(size, name), { mode: 0o666 });
  const tar = join(folder, "packed.tar");
  execFileSync("tar", ["--format=ustar", "-cf", tar, "-C", packed, "base", "PG_VERSION"]);

  const target = join(folder, "made");
  await unpack((await openAsBlob(tar)).stream(), target);
  expect((await readdir(target, { recursive: true })).toSorted()).toEqual(
    (await readdir(packed, { recursive: true })).toSorted(),
  );
  for (const name of Object.keys(files)) {
    expect(await readFile(join(target, name))).toEqual(await readFile(join(packed, name)));
    expect((await stat(join(target, name))).mode & 0o077).toBe(0);
  }
  for (const name of ["", "base", "base/empty"])
    expect((await stat(join(target, name))).mode & 0o777).toBe(0o700);

  const half = (await openAsBlob(tar)).slice(0, 500_000);
  await expect(unpack(half.stream(), join(folder, "half"))).rejects.toThrow("ends in the middle of a file");
  // A compressed file tells of damage when all of it has been read.
  async function* damaged() {
    yield* (await openAsBlob(tar)).stream();
    throw new Error("it is damaged");
  }
  await expect(unpack(damaged(), join(folder, "damaged"))).rejects.toThrow("it is damaged");
});
