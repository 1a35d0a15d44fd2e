/**
 * Objects in a folder: the files and their permissions, and a folder that is shared, full, damaged or not
 * writable.
 */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeWith, outsideProgram } from "../../../test/acceptance/outside.ts";
import { newFolder } from "../../../test/support/stored-files.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { folderObjects, HEAD_BYTES } from "./folder.ts";
import type { Objects } from "./objects.ts";

const PDF = "application/pdf";
const ORIGIN = "https://books.example.com";
const NOW = unixSeconds(1_780_000_000);
const patient = (): AbortSignal => AbortSignal.timeout(60_000);
const objectsIn = (folder: string): Objects => folderObjects({ folder, origin: () => ORIGIN });
const linkOf = (objects: Objects) =>
  objects.link("a/1.pdf", {
    filename: "a.pdf",
    contentType: PDF,
    now: NOW,
    expiresAt: unixSeconds(NOW + 60),
  });
const fileProblem = (message: RegExp): unknown =>
  expect.objectContaining({ name: "FileProblem", message: expect.stringMatching(message) });

/** Returns the paths of all files in a folder, relative to it. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

test("a folder is created when it is first needed, and only its owner can open it (STOR-005)", async () => {
  const folder = join(await newFolder(), "files");
  const objects = objectsIn(folder);
  await expect(stat(folder)).rejects.toThrow("ENOENT");
  await objects.put("Comp_A/exports/1.pdf", Buffer.from("content"), PDF, patient());
  expect(await filesBelow(folder)).toEqual(["files/=comp_=a/exports/1.pdf+object", "secret"]);
  for (const [path, mode] of [
    ["", 0o700],
    ["files", 0o700],
    ["files/=comp_=a", 0o700],
    ["files/=comp_=a/exports", 0o700],
    ["making", 0o700],
    ["files/=comp_=a/exports/1.pdf+object", 0o600],
    ["secret", 0o600],
  ] as const) {
    expect([path, (await stat(join(folder, path))).mode & 0o777]).toEqual([path, mode]);
  }
  const bytes = await readFile(join(folder, "files/=comp_=a/exports/1.pdf+object"), "utf8");
  expect([bytes.slice(HEAD_BYTES), bytes[HEAD_BYTES - 1]]).toEqual(["content", "\n"]);
  expect(JSON.parse(bytes.slice(0, HEAD_BYTES))).toMatchObject({ content_type: PDF, size: 7 });
});

test("processes that share a folder use one secret, even if they start at once, and later ones too", async () => {
  const folder = join(await newFolder(), "files");
  const all = Array.from({ length: 12 }, () => objectsIn(folder));
  const links = await Promise.all(all.map(linkOf));
  expect(new Set(links).size).toBe(1);
  expect(await filesBelow(folder)).toEqual(["secret"]);
  const later = objectsIn(folder);
  expect(await linkOf(later)).toBe(links[0]);
  expect(await later.served?.checkLink((links[0] ?? "").slice(ORIGIN.length), NOW)).toEqual({
    key: "a/1.pdf",
    filename: "a.pdf",
    contentType: PDF,
  });
  expect(links[0]).not.toContain((await readFile(join(folder, "secret"), "utf8")).trim());
});

test("an invalid secret is refused with instructions, and not used", async () => {
  for (const text of ["", "abc\n", `${"g".repeat(64)}\n`]) {
    const folder = await newFolder();
    await writeFile(join(folder, "secret"), text);
    await expect(linkOf(objectsIn(folder))).rejects.toThrow(
      fileProblem(/secret is not the secret that links to stored files are signed with\. Delete it/),
    );
  }
});

test("abandoned unfinished files are removed at the next start, but not those that are being written", async () => {
  const folder = await newFolder();
  await mkdir(join(folder, "making"));
  for (const [name, hours] of [
    ["left", 2],
    ["young", 0],
  ] as const) {
    await writeFile(join(folder, "making", name), "half of it");
    const then = Date.now() / 1000 - hours * 3_600;
    await utimes(join(folder, "making", name), then, then);
  }
  await objectsIn(folder).open();
  expect(await readdir(join(folder, "making"))).toEqual(["young"]);
});

test("a put that is aborted or fails leaves no file (STOR-003)", async () => {
  const folder = await newFolder();
  const objects = objectsIn(folder);
  const late = new AbortController();
  const putting = objects.put("a/1", Buffer.alloc(50_000_000), PDF, late.signal);
  setTimeout(() => late.abort(new Error("given up")), 5);
  await expect(putting).rejects.toThrow(/given up|abort/);
  // A folder has the name of the file.
  await mkdir(join(folder, "files/a/2+object"), { recursive: true });
  await expect(objects.put("a/2", Buffer.from("x"), PDF, patient())).rejects.toThrow(/EISDIR/);
  expect(await filesBelow(folder)).toEqual(["secret"]);
});

test("a damaged file is detected (STOR-001)", async () => {
  const folder = await newFolder();
  const objects = objectsIn(folder);
  await objects.put("a/1", Buffer.from("0123456789"), PDF, patient());
  const path = join(folder, "files/a/1+object");
  const whole = await readFile(path);
  await writeFile(path, Buffer.concat([whole.subarray(0, -1), Buffer.from("8")]));
  await expect(objects.read("a/1", patient())).rejects.toThrow(fileProblem(/a\/1\+object is damaged/));
  for (const length of [whole.length - 1, HEAD_BYTES, HEAD_BYTES - 1, 0]) {
    await truncate(path, length);
    await expect(objects.find("a/1")).rejects.toThrow(fileProblem(/is damaged/));
  }
});

test("empty folders are removed, also while others store files in them", async () => {
  const folder = await newFolder();
  const all = [objectsIn(folder), objectsIn(folder)];
  await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const key = `comp_1/exports/export_${at % 3}/${at}.pdf`;
      const [objects = objectsIn(folder)] = all.slice(at % 2);
      await objects.put(key, Buffer.from(String(at)), PDF, patient());
      expect((await objects.read(key, patient()))?.toString()).toBe(String(at));
      await objects.delete(key);
    }),
  );
  expect(await readdir(join(folder, "files"))).toEqual([]);
});

test.each(["/dev/null/files", "/proc/self/files"])(
  "a folder that can't be created, such as %s, is reported in a sentence",
  async (folder) => {
    const objects = objectsIn(folder);
    const problem = fileProblem(new RegExp(`^The folder ${folder} can't be made: `));
    await expect(objects.open()).rejects.toThrow(problem);
    await expect(objects.put("a", Buffer.from("x"), PDF, patient())).rejects.toThrow(problem);
    await expect(linkOf(objects)).rejects.toThrow(problem);
  },
);

test("a file instead of a folder is reported in a sentence, and the folder is used after the repair", async () => {
  const folder = join(await newFolder(), "files");
  await mkdir(folder);
  await writeFile(join(folder, "making"), "");
  const objects = objectsIn(folder);
  await expect(objects.open()).rejects.toThrow(fileProblem(/making can't be made/));
  await rm(join(folder, "making"));
  await objects.open();
});

test("a folder that is removed while in use is reported in a sentence", async () => {
  const folder = join(await newFolder(), "files");
  const objects = objectsIn(folder);
  await objects.open();
  await rm(folder, { recursive: true });
  await expect(objects.put("a", Buffer.from("x"), PDF, patient())).rejects.toThrow(
    fileProblem(
      /^The folder of stored files .+ can't be used: a part of it was removed while the service ran; start it anew\.$/,
    ),
  );
  expect(await objects.find("a")).toBeNull();
});

const FOLDER_FILE = fileURLToPath(new URL("folder.ts", import.meta.url));

/**
 * Runs a program in which `folder` is a file system of its own, and returns what the program prints. `mount`
 * are shell commands that run first; `lines` is the program.
 */
function onOwnDisk(folder: string, mount: string, lines: string): Promise<string> {
  const program = `
    import { folderObjects } from ${JSON.stringify(FOLDER_FILE)};
    const objects = folderObjects({ folder: ${JSON.stringify(folder)}, origin: () => "" });
    const put = (key, bytes) => objects.put(key, Buffer.alloc(bytes), ${JSON.stringify(PDF)}, AbortSignal.timeout(20_000)).then(() => "stored", (error) => error.name + ": " + error.message);
    const keys = async () => { let all = ""; for await (const key of objects.list("")) all += key; return all; };
    ${lines}`;
  return new Promise((resolve, reject) => {
    execFile(
      "unshare",
      [
        "-rm",
        "sh",
        "-c",
        `mount -t tmpfs -o size=2m tmpfs "$1" && ${mount} exec "$2" --input-type=module -e "$3"`,
        "sh",
        folder,
        process.execPath,
        program,
      ],
      { timeout: 60_000 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(stderr || error.message));
        else resolve(stdout);
      },
    );
  });
}

describeWith(outsideProgram("unshare"), "on a disk of its own", () => {
  test("an object that does not fit is refused in a sentence, and other objects stay", async () => {
    const folder = await newFolder();
    const output = await onOwnDisk(
      folder,
      "",
      `console.log([await put("a/1", 500_000), await put("a/2", 5_000_000), await put("a/1", 5_000_000), await keys(), (await objects.find("a/1")).size, await put("a/3", 900_000)].join("\\n"));`,
    );
    const full = `FileProblem: The folder of stored files ${folder} can't be used: the disk is full; make room.`;
    expect(output.trim().split("\n")).toEqual(["stored", full, full, "a/1", "500000", "stored"]);
  });

  test("storing on a read-only file system is refused in a sentence", async () => {
    const folder = await newFolder();
    const output = await onOwnDisk(
      folder,
      `mkdir "$1/files" "$1/making" && mount -o remount,ro "$1" &&`,
      `console.log(await put("a", 1));`,
    );
    expect(output.trim()).toBe(
      `FileProblem: The folder of stored files ${folder} can't be used: it is on a read-only file system.`,
    );
  });
});
