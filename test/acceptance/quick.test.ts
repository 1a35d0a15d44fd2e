/**
 * Short commands: what only the work needs is not loaded by a command that is refused, explained or sent to a
 * running server.
 */
import { createHash } from "node:crypto";
import { chmod, chown, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { type Daybook, json, LONG, ownDaybook, run } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE, newFolder, type Place } from "./place.ts";
import { bring, service } from "./service.ts";

/** Run before a program: writes the addresses of all that it loaded into the file LOADED. */
const RECORDER = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  import { writeFileSync } from "node:fs";
  const loaded = [];
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  process.on("exit", () => writeFileSync(process.env.LOADED, loaded.join("\\n")));
`)}`;

/** Runs a command; gives its exit code and what it loaded that takes its time. */
async function heavyOf(daybook: Daybook, line: string): Promise<readonly [string, number | null, string[]]> {
  const file = join(await newFolder(), "loaded");
  const [node, ...words] = daybook.program;
  const recorded: Daybook = {
    program: [node, "--import", RECORDER, ...words],
    environment: { ...daybook.environment, LOADED: file },
  };
  const { code } = await run(recorded, line.split(" "));
  const loaded = (await readFile(file, "utf8")).split("\n");
  expect(loaded.some((url) => url.endsWith("/src/main.ts"))).toBe(true);
  const isHeavy = (url: string) =>
    /node_modules\/(?!commander\/|fastest-levenshtein\/)|\/src\/(app|platform\/db\/(?!lock)|modules\/.*\/(index|contract)\.ts)/.test(
      url,
    );
  return [line, code, loaded.filter(isHeavy)];
}

test(
  "a command line that is explained or refused loads neither the database nor the modules",
  LONG,
  async () => {
    const { daybook } = await service();
    const expected: readonly (readonly [string, number])[] = [
      ["--help", 0],
      ["--version", 0],
      ["key create --help", 0],
      ["compny list", 2],
      ["plan set comp_a gold", 2],
    ];
    for (const [line, code] of expected) expect(await heavyOf(daybook, line)).toEqual([line, code, []]);
  },
);

test(
  "with a running server a short command loads neither, and says what it says without one",
  LONG,
  async () => {
    const where = await ownPlace();
    const running = await ownService(where);
    const { id } = await bring(running, companyBundle());
    const lines = [
      "company list",
      `company show ${id} --json`,
      "worker status",
      "company show comp_nobody --json",
    ];
    for (const line of lines)
      expect(await heavyOf(running.daybook, line)).toEqual([line, line.includes("nobody") ? 4 : 0, []]);
    const sent = await Promise.all(lines.map((line) => run(running.daybook, line.split(" "))));
    await running.stop();
    const alone = [];
    for (const line of lines) alone.push(await run(running.daybook, line.split(" ")));
    expect(alone).toEqual(sent);
    const [, , heavy] = await heavyOf(running.daybook, "company list");
    expect(heavy).not.toEqual([]);
  },
);

/** The folder of the sockets of a place, and those in it. */
async function socketsOf(where: Place): Promise<{ folder: string; names: string[] }> {
  const folder = join(where.folder, "home", "run");
  return { folder, names: await readdir(folder) };
}

/** Whether a command leaves its work to a running server. */
async function isLeft(daybook: Daybook, line = "company list"): Promise<boolean> {
  const [, code, heavy] = await heavyOf(daybook, line);
  expect(code).toBe(0);
  return heavy.length === 0;
}

test.runIf(ENGINE === "server")(
  "on PostgreSQL each server has a socket that is its user's alone; those of killed servers are not in the way",
  LONG,
  async () => {
    const where = await ownPlace();
    const [one, two] = [await ownService(where), await ownService(where, ["serve"])];
    const { folder, names } = await socketsOf(where);
    expect(names).toHaveLength(2);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of names) {
      const stats = await stat(join(folder, name));
      expect([stats.isSocket(), stats.mode & 0o777]).toEqual([true, 0o600]);
    }
    expect(await isLeft(one.daybook)).toBe(true);
    await one.kill();
    expect((await socketsOf(where)).names).toHaveLength(2);
    expect(await isLeft(one.daybook)).toBe(true);
    await two.kill();
    expect(await json(one.daybook, ["company", "list"])).toEqual({ companies: [] });
    expect(await isLeft(one.daybook)).toBe(false);
    // The next start removes what they left, and a stop what it made.
    const three = await ownService(where);
    expect((await socketsOf(where)).names).toHaveLength(1);
    expect(await isLeft(three.daybook)).toBe(true);
    expect((await three.stop()).code).toBe(0);
    await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
  },
);

test.runIf(ENGINE === "server")("a server that hangs keeps no command waiting for long", LONG, async () => {
  const { daybook, process: hanging } = await ownService(await ownPlace());
  hanging.kill("SIGSTOP");
  expect(await json(daybook, ["company", "list"])).toEqual({ companies: [] });
  hanging.kill("SIGCONT");
});

test.runIf(ENGINE === "server")(
  "a command with other settings, a long one, and one with files run by themselves",
  LONG,
  async () => {
    const { daybook, folder } = await ownService(await ownPlace());
    const { environment } = daybook;
    expect(await isLeft(ownDaybook({ ...environment, PORT: "4109", HOST: "localhost" }))).toBe(true);
    const others: Readonly<Record<string, string>>[] = [
      { DAYBOOK_HOME: join(folder, "other") },
      { OBJECTS_FOLDER: join(folder, "objects") },
      { EARLY_ACCESS: "getCompany=company_beta" },
      { PGAPPNAME: "other" },
      { DATABASE_URL: `${environment["DATABASE_URL"]}?application_name=other` },
    ];
    for (const other of others)
      expect([other, await isLeft(ownDaybook({ ...environment, ...other }))]).toEqual([other, false]);
    for (const line of ["migrate", "verify", `backup ${join(folder, "books.backup")}`])
      expect([line, await isLeft(daybook, line)]).toEqual([line, false]);
  },
);

test.runIf(ENGINE === "server")(
  "a socket that others could have put there is not trusted",
  LONG,
  async () => {
    const where = await ownPlace();
    const { daybook } = await ownService(where);
    const { folder, names } = await socketsOf(where);
    const [socket = ""] = names.map((name) => join(folder, name));
    const home = join(folder, "..");
    for (const [path, open, closed] of [
      [folder, 0o750, 0o700],
      [socket, 0o660, 0o600],
      [home, 0o770, 0o700],
    ] as const) {
      await chmod(path, open);
      expect([path, await isLeft(daybook)]).toEqual([path, false]);
      await chmod(path, closed);
      expect([path, await isLeft(daybook)]).toEqual([path, true]);
    }
    // A link to the folder leads wherever its maker wants.
    await rename(folder, `${folder}.moved`);
    await symlink(`${folder}.moved`, folder);
    expect(await isLeft(daybook)).toBe(false);
    await rm(folder);
    await rename(`${folder}.moved`, folder);
    // Only the superuser can give files away.
    if (process.getuid?.() !== 0) return;
    for (const path of [folder, socket, home]) {
      await chown(path, 65_534, 65_534);
      expect([path, await isLeft(daybook)]).toEqual([path, false]);
      await chown(path, 0, 0);
    }
    expect(await isLeft(daybook)).toBe(true);
  },
);

test.runIf(ENGINE === "server")(
  "where the data folder's path is too long, the socket lies among the temporary files",
  LONG,
  async () => {
    const where = await ownPlace();
    const home = join(where.folder, "deep".repeat(30));
    const running = await ownService(where, undefined, { DAYBOOK_HOME: home, TMPDIR: "/tmp" });
    const digest = createHash("sha256").update(home).digest("hex").slice(0, 16);
    const folder = join("/tmp", `daybook-${process.getuid?.()}-${digest}`);
    const [socket = ""] = await readdir(folder);
    const modes = await Promise.all(
      [folder, join(folder, socket)].map(async (path) => (await stat(path)).mode & 0o777),
    );
    expect(modes).toEqual([0o700, 0o600]);
    expect(await isLeft(running.daybook)).toBe(true);
    await running.stop();
    await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
  },
);
