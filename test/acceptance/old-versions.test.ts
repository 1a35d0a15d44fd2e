/**
 * Upgrades from versions that there were: books that an old commit's own program made come over to this one
 * whole, and the way back leads to that program. Their code is taken from the repository's history and runs
 * with the libraries of today.
 */
import { spawnSync } from "node:child_process";
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Daybook, json, LONG, ownDaybook, refused } from "./daybook.ts";
import { ownPlace } from "./own.ts";
import { ENGINE, newFolder } from "./place.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Commits, how many migrations each had, and whether it reads the present format of backups. */
const VERSIONS = [
  ["c4149d61", 30, false],
  ["fa4229b5", 46, true],
  ["80755d80", 54, true],
] as const;
const TAKEN = ["bin", "src", "migrations", "package.json", "published", "formula", "client"];
const PACKAGES = ["formula", "client"];

function git(...words: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: ROOT, maxBuffer: 200_000_000 });
  expect([words, status, stderr.toString()]).toEqual([words, 0, ""]);
  return stdout;
}

const has = (commit: string): boolean =>
  spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: ROOT }).status === 0;
/** A copy without its history can't run this; the check must. */
const isRun = process.env["DAYBOOK_OUTSIDE"] === "required" || VERSIONS.every(([commit]) => has(commit));

/** Takes a version out of the history. Returns how its command is run. */
async function takeOut(commit: string): Promise<Daybook["program"]> {
  const folder = await newFolder();
  const there = git("ls-tree", "--name-only", commit).toString().split("\n");
  const archive = git("archive", commit, ...TAKEN.filter((name) => there.includes(name)));
  expect(spawnSync("tar", ["-x", "-C", folder], { input: archive }).status).toBe(0);
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "@daybook"), { recursive: true });
  // Its own folder, because a version keeps its template there.
  for (const name of await readdir(join(ROOT, "node_modules")))
    if (name !== "@daybook" && !name.startsWith("."))
      await symlink(join(ROOT, "node_modules", name), join(modules, name));
  // The reader of PDFs of these versions, which they look for as they start and don't load here.
  await mkdir(join(modules, "pdfjs-dist"), { recursive: true });
  await writeFile(join(modules, "pdfjs-dist", "package.json"), "{}");
  for (const name of PACKAGES.filter((each) => there.includes(each)))
    await symlink(join(folder, name), join(modules, "@daybook", name));
  const [node] = ownDaybook({}).program;
  return [node, "--liftoff-only", join(folder, "bin", "daybook.js")];
}

test.runIf(ENGINE === "embedded" && isRun).each(VERSIONS)(
  "books of %s, of %i migrations, are upgraded whole, and that version takes them back or says why not (CMD-014)",
  LONG,
  async (commit, migrations, takesBack) => {
    const program = await takeOut(commit);
    const place = await ownPlace();
    const now = ownDaybook(place.environment);
    const old = { ...now, program };
    const { entries } = await json<{ entries: number }>(old, ["seed", "--entries", "10000"]);
    expect(entries).toBeGreaterThan(9_999);
    expect(await refused(now, ["company", "list"])).toMatchObject({ exit_code: 6, code: "not_upgraded" });
    const { backup, ran } = await json<{ backup: string; ran: readonly string[] }>(now, ["migrate"]);
    expect(Number(ran[0]?.slice(0, 4))).toBe(migrations + 1);
    expect(await json(now, ["verify"])).toMatchObject({ ok: true, companies: [{ ok: true, entries }] });

    const back = { ...ownDaybook((await ownPlace()).environment), program };
    if (!takesBack)
      return expect(await refused(back, ["restore", backup])).toMatchObject({
        exit_code: 2,
        message: expect.stringContaining("is in version 2 of its format, and this program reads version 1"),
      });
    await json(back, ["restore", backup]);
    expect(await json(back, ["verify"])).toMatchObject({ ok: true, companies: [{ ok: true, entries }] });
  },
);
