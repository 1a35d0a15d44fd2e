/** What the doctor finds on the machine before there is a database, and what it says to do. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../config/config.ts";
import { examine } from "./doctor.ts";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-doctor-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Starts another program and returns its port. */
async function otherProgram(): Promise<string> {
  const server = createServer((_request, response) => response.end("hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = server.address();
  return typeof address === "object" && address ? String(address.port) : "";
}

/** The findings by what was checked, as `[ok, found, todo]`, and whether all is well. */
async function examined(environment: Readonly<Record<string, string>>) {
  const { ok, findings } = await examine(
    {
      config: readConfig({ HOST: "127.0.0.1", PORT: "0", ...environment }),
      stop: { whenRequested: () => () => {} } as never,
      terminal: { note: () => {} } as never,
    },
    () => {},
  );
  expect(ok).toBe(findings.every((each) => each.ok));
  expect(findings.every((each) => each.ok === (each.todo === null))).toBe(true);
  return Object.fromEntries(findings.map((each) => [each.what, [each.ok, each.found, each.todo]]));
}

test("a machine on which nothing was started yet is fine, and the first start is announced", async () => {
  const home = join(await newFolder(), "home");
  expect(await examined({ DAYBOOK_HOME: home })).toMatchObject({
    "Node.js": [true, `Version ${process.versions.node}.`, null],
    Folder: [true, `${home} does not exist yet; the first start creates it.`, null],
    Disk: [true, expect.stringMatching(/^\d+ MB are free\.$/), null],
    Database: [true, "Embedded, not created yet; the first start creates it.", null],
    "Stored files": [true, `${join(home, "objects")} does not exist yet; the first start creates it.`, null],
    Clock: [true, expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z, the machine's own\.$/), null],
    Address: [true, "127.0.0.1, port 0, is free.", null],
  });
});

test("a home that can't be made has no room either", async () => {
  expect(await examined({ DAYBOOK_HOME: "/proc/none/home" })).toMatchObject({
    Folder: [
      false,
      "/proc/none/home does not exist and can't be created.",
      "Set DAYBOOK_HOME to a folder that this user may write.",
    ],
    Disk: [
      false,
      "0 MB are free, where the database needs at least 500 MB.",
      "Make room, or move DAYBOOK_HOME.",
    ],
  });
});

test("a home that others can read is to be closed", async () => {
  const home = await newFolder();
  await chmod(home, 0o755);
  expect((await examined({ DAYBOOK_HOME: home }))["Folder"]).toEqual([
    false,
    `${home} can be read by other users.`,
    `Close it: chmod 700 ${home}`,
  ]);
  await chmod(home, 0o700);
  expect((await examined({ DAYBOOK_HOME: home }))["Folder"]).toEqual([true, home, null]);
});

test("a storage is tried with a file, and one that can't be made is told", async () => {
  const home = await newFolder();
  const objects = join(home, "files");
  await mkdir(objects, { mode: 0o700 });
  expect((await examined({ DAYBOOK_HOME: home, OBJECTS_FOLDER: objects }))["Stored files"]).toMatchObject([
    true,
    expect.stringContaining(`${objects}; a test file was written, read and deleted.`),
    null,
  ]);
  expect((await examined({ DAYBOOK_HOME: home, OBJECTS_FOLDER: "/dev/null/files" }))["Stored files"]).toEqual(
    [
      false,
      "/dev/null/files does not exist and can't be created.",
      "Set OBJECTS_FOLDER to a folder that this user may write.",
    ],
  );
});

test("a clock that is moved says by how much, and a file that is none is to be corrected", async () => {
  const home = await newFolder();
  const file = join(home, "clock");
  const clock = async (text: string) => {
    await writeFile(file, text);
    return (await examined({ DAYBOOK_HOME: home, DAYBOOK_CLOCK_FILE: file }))["Clock"];
  };
  expect(await clock("noon")).toEqual([
    false,
    expect.any(String),
    "Correct the file, or unset the variable.",
  ]);
  expect(await clock("90")).toEqual([true, "Moved by 90 seconds, by DAYBOOK_CLOCK_FILE.", null]);
});

test("an address that is taken or not this machine's, and a Redis that does not answer, are told", async () => {
  const home = await newFolder();
  const port = await otherProgram();
  const todo = "Stop what listens there, or set PORT and HOST.";
  expect((await examined({ DAYBOOK_HOME: home, PORT: port }))["Address"]).toEqual([
    false,
    `127.0.0.1, port ${port}, is in use by another program.`,
    todo,
  ]);
  const found = await examined({
    DAYBOOK_HOME: home,
    HOST: "192.0.2.1",
    REDIS_URL: "redis://127.0.0.1:1/3",
  });
  expect(found["Address"]).toEqual([false, "192.0.2.1, port 0, can't be listened on (EADDRNOTAVAIL).", todo]);
  expect(found["Redis"]).toEqual([
    false,
    expect.stringMatching(
      /^127\.0\.0\.1:1\/3 can't be used \(.+\), so each process counts bursts by itself\.$/,
    ),
    "Start that Redis, or correct REDIS_URL.",
  ]);
});
