/**
 * The package of `npm run package`, made of the files that the image is made of, installed in an empty folder
 * and run on the oldest supported Node.js and on this one, and installed as the image does it. Needs an npm
 * registry.
 */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { cp, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { isGivenToImage } from "../support/image.ts";
import { Api } from "./api.ts";
import { json, LONG, run } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { ENGINE, newFolder, newPlace } from "./place.ts";
import { startService } from "./service.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OLDEST = "22.18.0";
/** Megabytes of all that is installed and of its biggest parts, by folder. They may only shrink. */
const MEGABYTES_MOST = {
  ".": 178,
  daybook: 58,
  "daybook/node_modules/@expo-google-fonts": 27,
  "@electric-sql": 28,
} as const;
/** For drawing and for running, of which the package needs neither. */
const UNUSED = ["@napi-rs", "node"];
const DAY_SECONDS = 86_400;

interface Exported {
  readonly id: string;
  readonly status: string;
  readonly file: { readonly size: number } | null;
}

function succeeded(program: string, words: readonly string[], folder: string): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${words.join(" ")}:\n${stdout}${stderr}`);
  return stdout.trim();
}

async function installed(...packages: readonly string[]): Promise<string> {
  const folder = await newFolder();
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  succeeded("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...packages], folder);
  return folder;
}

/** A copy of the files that a build of the image is given, with what is installed here. */
async function sources(): Promise<string> {
  const folder = await newFolder();
  await cp(ROOT, folder, {
    recursive: true,
    // Rules may leave a folder out and a part of it in.
    filter: (from) =>
      statSync(from).isDirectory()
        ? !/node_modules$|\.git$|\.daybook$/.test(from)
        : isGivenToImage(relative(ROOT, from)),
  });
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Runs what the image does to install the package, in an empty folder, and returns it. */
async function installedAsImage(packed: string): Promise<string> {
  const folder = await newFolder();
  const steps = await readFile(join(ROOT, "Dockerfile"), "utf8");
  const [, step = ""] = /^RUN (tar .*)$/m.exec(steps) ?? [];
  succeeded("sh", ["-c", step.replace("/package/*.tgz", packed)], folder);
  return folder;
}

/** The version of each package that an installation or a lockfile names. */
async function versionsIn(path: string): Promise<Readonly<Record<string, string>>> {
  const { packages } = JSON.parse(await readFile(path, "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  return Object.fromEntries(
    Object.entries(packages).flatMap(([name, { version }]) => (version && name ? [[name, version]] : [])),
  );
}

const registry = {
  name: "a registry of packages",
  // Asked only where it is used, as asking takes longer than many a test.
  present:
    ENGINE !== "embedded" ||
    spawnSync("npm", ["view", `node@${OLDEST}`, "version"], { stdio: "ignore" }).status === 0,
};

/**
 * Starts the package some days later, with the template that it has and without it; the sample company is the
 * same.
 */
async function sameSampleLater(daybook: string): Promise<void> {
  // In the same month, so that the books that are made at once begin on the same day.
  const today = new Date(new Date().toLocaleDateString("en-CA", { timeZone: "America/Los_Angeles" }));
  const left = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 0)).getUTCDate();
  const days = Math.min(5, left - today.getUTCDate());
  const [templates, aside] = [join(daybook, "templates"), join(daybook, "templates-aside")];
  expect((await readdir(templates)).length).toBe(1);
  const found: unknown[] = [];
  for (const isThere of [true, false]) {
    if (!isThere) await rename(templates, aside);
    const place = await newPlace("embedded");
    await writeFile(place.clockFile, String(days * DAY_SECONDS));
    const started = await startService(place, ["start"], {}, undefined, [
      process.execPath,
      join(daybook, "bin/daybook.js"),
    ]);
    onTestFinished(() => started.kill());
    const api = new Api(started.base, started.ready.api_key);
    const [balances, newest] = await Promise.all([
      api.read("/reports/balance_sheet"),
      api.read("/transactions?limit=100"),
    ]);
    const verified = await json(started.daybook, ["verify"]);
    const text = JSON.stringify({ balances, newest: newest["data"], verified });
    found.push(JSON.parse(text.replaceAll(/"(\w*_at|created|updated\w*|key)":\d+/g, '"$1":0')));
    await started.stop();
  }
  await rename(aside, templates);
  expect(found[0]).toEqual(found[1]);
}

describeWith(registry, "the package", () => {
  // The package is the same on both databases.
  test.runIf(ENGINE === "embedded")(
    "starts on the oldest supported Node.js and on this one, and does all its work",
    { timeout: 2 * LONG.timeout },
    async () => {
      const packed = succeeded(process.execPath, ["deploy/npm/pack.ts", await newFolder()], await sources());
      const image = await installedAsImage(packed);
      expect(await versionsIn(join(ROOT, "package-lock.json"))).toMatchObject(
        await versionsIn(join(image, "node_modules/.package-lock.json")),
      );
      const folder = await installed(packed);
      const packages = join(folder, "node_modules");
      const grown = Object.entries(MEGABYTES_MOST).flatMap(([part, most]) => {
        const kilobytes = Number(succeeded("du", ["-sk", part], packages).split("\t")[0]);
        return kilobytes / 1000 > most ? [`${part}: ${kilobytes / 1000}`] : [];
      });
      expect(grown).toEqual([]);
      expect(UNUSED.filter((name) => existsSync(join(packages, name)))).toEqual([]);

      // Its console is that of this folder, whose files have the hashes of what they hold in their names.
      const [shipped, own] = await Promise.all(
        [join(folder, "node_modules/daybook"), ROOT].map((root) =>
          readFile(join(root, "console/dist/index.html"), "utf8"),
        ),
      );
      expect(shipped).toBe(own);

      const command = join(folder, "node_modules/daybook/bin/daybook.js");
      await sameSampleLater(join(folder, "node_modules/daybook"));
      const oldest = join(await installed(`node@${OLDEST}`), "node_modules/node/bin/node");
      for (const [node, program] of [
        [oldest, command],
        [process.execPath, join(image, "bin/daybook.js")],
      ] as const) {
        const place = await newPlace("embedded");
        const started = await startService(place, ["start", "--sample"], {}, undefined, [node, program]);
        onTestFinished(() => started.kill());
        const { daybook, ready } = started;
        const api = new Api(started.base, ready.api_key);
        const { status, body } = await api.send("/reports/exports", {
          method: "POST",
          body: {
            report_type: "balance_sheet",
            start_date: "2026-01-01",
            end_date: "2026-06-30",
            format: "pdf",
          },
          headers: { "idempotency-key": "once" },
        });
        expect(status).toBe(201);
        await vi.waitFor(
          async () =>
            expect(await api.read<Exported>(`/reports/exports/${(body as Exported).id}`)).toMatchObject({
              status: "succeeded",
              file: { size: expect.any(Number) },
            }),
          { timeout: 60_000, interval: 200 },
        );
        expect(JSON.stringify(await json(daybook, ["company", "list"]))).toContain("comp_sample");
        expect(await run(daybook, ["verify"])).toMatchObject({ code: 0, stderr: "" });
        expect((await started.stop()).stderr).not.toContain("Warning");
      }
      expect(await readFile(join(folder, "node_modules/daybook/package.json"), "utf8")).not.toContain(
        "devDep",
      );
    },
  );
});
