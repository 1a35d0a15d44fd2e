/**
 * Folders that several make at once, as processes do that start together, folders of new files, and paths
 * that mean something else elsewhere.
 */
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  inspectFolder,
  isProcessLocal,
  isSpooled,
  makePrivateFolder,
  openReplaced,
  openSource,
  replaceFile,
  spool,
  writeFolder,
} from "./files.ts";

test("several calls at once can create the same deep folder", async () => {
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

test("only the standard input and paths of open files mean something else in another process", () => {
  const paths = ["-", "/dev/stdin", "/dev/fd/3", "/proc/self/fd/3", "/dev/shm/books.csv", "/books.csv"];
  expect(paths.filter(isProcessLocal)).toEqual(["-", "/dev/stdin", "/dev/fd/3", "/proc/self/fd/3"]);
});

test("what is no file that can be read is refused with its path", async () => {
  const { signal } = new AbortController();
  await expect(openSource(tmpdir(), signal)).rejects.toThrow(`${tmpdir()} is a folder, not a file.`);
  await expect(openSource(join(tmpdir(), "none.csv"), signal)).rejects.toThrow("There is no file ");
  const long = `/${"x".repeat(300)}`;
  await expect(inspectFolder(long)).rejects.toThrow(`The folder ${long} can't be looked at: ENAMETOOLONG`);
  expect(await inspectFolder("/dev/null/none")).toBeNull();
});

test("a folder of new files appears when all of them are whole, or not at all", async () => {
  const root = await mkdtemp(join(tmpdir(), "daybook-folders-"));
  const { signal } = new AbortController();
  async function* pieces(fails: boolean) {
    yield { file: "a.txt", text: "one " };
    yield { file: "a.txt", text: "two" };
    if (fails) throw new Error("no more");
    yield { file: "b.txt", text: "č" };
  }
  try {
    await expect(writeFolder(join(root, "failed"), pieces(true), signal)).rejects.toThrow("no more");
    expect(await readdir(root)).toEqual([]);
    const path = join(root, "made");
    expect(await writeFolder(path, pieces(false), signal)).toBe(9);
    expect(await Promise.all(["a.txt", "b.txt"].map((name) => readFile(join(path, name), "utf8")))).toEqual([
      "one two",
      "č",
    ]);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await expect(writeFolder(path, pieces(false), signal)).rejects.toThrow(
      /is there already, and no file is replaced\. Name another one, or move that one away\.$/,
    );
    await expect(writeFolder(join(root, "none", "made"), pieces(false), signal)).rejects.toThrow(
      /There is no folder/,
    );
    await expect(writeFolder(join(root, "late"), pieces(false), AbortSignal.abort())).rejects.toThrow(
      /aborted/,
    );
    expect(await readdir(root)).toEqual(["made"]);
  } finally {
    await rm(root, { recursive: true });
  }
});

test("a copy of what only another process can read is told from a file of the user", async () => {
  const folder = await mkdtemp(join(tmpdir(), "daybook-test-"));
  const path = join(folder, "books.journal");
  await writeFile(path, "x");
  const { path: copy, remove } = await spool(path, AbortSignal.timeout(10_000));
  expect([isSpooled(copy), isSpooled(path), isSpooled("books/Imported books")]).toEqual([true, false, false]);
  await remove();
  await rm(folder, { recursive: true });
});

test("a file is replaced as a whole, and only one that is a file", async () => {
  const root = await mkdtemp(join(tmpdir(), "daybook-files-"));
  const { signal } = new AbortController();
  const path = join(root, "list.csv");
  try {
    expect(await openReplaced(path, signal)).toBeNull();
    await replaceFile(path, [Buffer.from("one")], signal);
    expect(await openReplaced(path, signal)).not.toBeNull();
    await expect(replaceFile(path, [Buffer.from("two")], AbortSignal.abort())).rejects.toThrow(/aborted/);
    expect(await readFile(path, "utf8")).toBe("one");
    await replaceFile(path, [Buffer.from("two")], signal);
    expect(await readFile(path, "utf8")).toBe("two");
    expect(await readdir(root)).toEqual(["list.csv"]);
    await expect(openReplaced(root, signal)).rejects.toThrow(/ is no file that can be replaced\.$/);
    await expect(openReplaced(join(root, "none", "a"), signal)).rejects.toThrow(/There is no folder/);
    await chmod(root, 0o500);
    // The superuser may write everywhere.
    if (process.getuid?.() !== 0)
      await expect(openReplaced(path, signal)).rejects.toThrow(
        /The folder .* can't be written into: permission denied\.$/,
      );
  } finally {
    await chmod(root, 0o700);
    await rm(root, { recursive: true });
  }
});
