/**
 * Quick commands: a command that is refused, prints help or is sent to a running server does not load the
 * modules that are slow to load.
 */
import { createHash } from "node:crypto";
import { chmod, chown, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { type Daybook, json, LONG, ownDaybook, run } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE, newFolder, type Place } from "./place.ts";
import { importCompany, service } from "./service.ts";

/**
 * A module to be loaded before a program: writes the URLs of all modules that the program loads to the file
 * LOADED.
 */
const RECORDER = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  import { writeFileSync } from "node:fs";
  const loaded = [];
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  process.on("exit", () => writeFileSync(process.env.LOADED, loaded.join("\\n")));
`)}`;

/**
 * Runs a command. Returns its line, its exit code, and the modules with a long loading time that it loaded.
 */
async function heavyOf(daybook: Daybook, line: string): Promise<readonly [string, number | null, string[]]> {
  const file = join(await newFolder(), "loaded");
  const [node, ...words] = daybook.program;
  const recorded: Daybook = {
    program: [node, "--import", RECORDER, ...words],
    // As under a watcher, it runs the sources, whose modules have their names.
    environment: { ...daybook.environment, LOADED: file, WATCH_REPORT_DEPENDENCIES: "1" },
  };
  const { code } = await run(recorded, line.split(" "));
  const loaded = (await readFile(file, "utf8")).split("\n");
  expect(loaded.some((url) => url.endsWith("/src/main.ts"))).toBe(true);
  const isHeavy = (url: string) =>
    /node_modules\/(?!commander\/|fastest-levenshtein\/)|\/src\/(app|platform\/db\/(?!lock|hosts)|modules\/.*\/(index|contract)\.ts)/.test(
      url,
    );
  return [line, code, loaded.filter(isHeavy)];
}

test(
  "a command that prints help or is refused loads neither the database nor the service's modules",
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
  "with a running server a short command loads neither, and prints the same as without a server",
  LONG,
  async () => {
    const where = await ownPlace();
    const running = await ownService(where);
    const { id } = await importCompany(running, companyBundle());
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

/** Returns the folder of a place's control sockets, and the names in it. */
async function socketsOf(where: Place): Promise<{ folder: string; names: string[] }> {
  const folder = join(where.folder, "home", "run");
  return { folder, names: await readdir(folder) };
}

/** True if a command is sent to a running server instead of doing the work itself. */
async function isSentToServer(daybook: Daybook, line = "company list"): Promise<boolean> {
  const [, code, heavy] = await heavyOf(daybook, line);
  expect(code).toBe(0);
  return heavy.length === 0;
}

test.runIf(ENGINE === "server")(
  "on PostgreSQL each server has a socket that is private to its user; sockets of killed servers do no harm",
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
    expect(await isSentToServer(one.daybook)).toBe(true);
    await one.kill();
    expect((await socketsOf(where)).names).toHaveLength(2);
    expect(await isSentToServer(one.daybook)).toBe(true);
    await two.kill();
    expect(await json(one.daybook, ["company", "list"])).toEqual({ companies: [] });
    expect(await isSentToServer(one.daybook)).toBe(false);
    // The next start removes the sockets of the killed servers, and its stop removes its own.
    const three = await ownService(where);
    expect((await socketsOf(where)).names).toHaveLength(1);
    expect(await isSentToServer(three.daybook)).toBe(true);
    expect((await three.stop()).code).toBe(0);
    await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
  },
);

test.runIf(ENGINE === "server")("a command does not wait long for a server that hangs", LONG, async () => {
  const { daybook, process: hanging } = await ownService(await ownPlace());
  hanging.kill("SIGSTOP");
  expect(await json(daybook, ["company", "list"])).toEqual({ companies: [] });
  hanging.kill("SIGCONT");
});

test.runIf(ENGINE === "server")(
  "a command with other settings, a long command, and one with files are not sent to the server",
  LONG,
  async () => {
    const { daybook, folder } = await ownService(await ownPlace());
    const { environment } = daybook;
    expect(await isSentToServer(ownDaybook({ ...environment, PORT: "4109", HOST: "localhost" }))).toBe(true);
    const others: Readonly<Record<string, string>>[] = [
      { DAYBOOK_HOME: join(folder, "other") },
      { OBJECTS_FOLDER: join(folder, "objects") },
      { EARLY_ACCESS: "getCompany=company_beta" },
      { PGAPPNAME: "other" },
      { DATABASE_URL: `${environment["DATABASE_URL"]}?application_name=other` },
    ];
    for (const other of others)
      expect([other, await isSentToServer(ownDaybook({ ...environment, ...other }))]).toEqual([other, false]);
    for (const line of ["migrate", "verify", `backup ${join(folder, "books.backup")}`])
      expect([line, await isSentToServer(daybook, line)]).toEqual([line, false]);
  },
);

test.runIf(ENGINE === "server")(
  "a socket that another user could have made is not trusted",
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
      expect([path, await isSentToServer(daybook)]).toEqual([path, false]);
      await chmod(path, closed);
      expect([path, await isSentToServer(daybook)]).toEqual([path, true]);
    }
    // A symbolic link could lead to a folder of another user.
    await rename(folder, `${folder}.moved`);
    await symlink(`${folder}.moved`, folder);
    expect(await isSentToServer(daybook)).toBe(false);
    await rm(folder);
    await rename(`${folder}.moved`, folder);
    // Only the superuser can give files away.
    if (process.getuid?.() !== 0) return;
    for (const path of [folder, socket, home]) {
      await chown(path, 65_534, 65_534);
      expect([path, await isSentToServer(daybook)]).toEqual([path, false]);
      await chown(path, 0, 0);
    }
    expect(await isSentToServer(daybook)).toBe(true);
  },
);

test.runIf(ENGINE === "server")(
  "if the path of the data folder is too long for a socket, the socket is in the folder of temporary files",
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
    expect(await isSentToServer(running.daybook)).toBe(true);
    await running.stop();
    await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
  },
);
