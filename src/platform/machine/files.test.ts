/** Folders that several make at once, as processes do that start together, and paths that mean something else elsewhere. */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isOnlyHere, makePrivateFolder } from "./files.ts";

test("a deep folder is made by all who want it at the same moment", async () => {
  const root = await mkdtemp(join(tmpdir(), "daybook-folders-"));
  try {
    for (let round = 0; round < 20; round += 1) {
      const deep = join(root, String(round), "home", "objects", "files");
      await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          makePrivateFolder(index % 2 === 0 ? deep : join(deep, "..")),
        ),
      );
      expect((await stat(deep)).mode & 0o777).toBe(0o700);
    }
  } finally {
    await rm(root, { recursive: true });
  }
});

test("a path below a file is reported as not a folder", async () => {
  await expect(makePrivateFolder("/dev/null/files")).rejects.toThrow(
    /^The folder \/dev\/null\/files can't be made: /,
  );
  await expect(makePrivateFolder("/proc/nowhere/files")).rejects.toThrow(/can't be made/);
});

test("only what the system names after a process's open files means something else to another process", () => {
  const paths = ["-", "/dev/stdin", "/dev/fd/3", "/proc/self/fd/3", "/dev/shm/books.csv", "/books.csv"];
  expect(paths.filter(isOnlyHere)).toEqual(["-", "/dev/stdin", "/dev/fd/3", "/proc/self/fd/3"]);
});
