/**
 * The package of `npm run package`, installed in an empty folder and run on the oldest supported Node.js and
 * on this one. Needs an npm registry.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { Api } from "./api.ts";
import { json, LONG, run } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { ENGINE, newFolder, newPlace } from "./place.ts";
import { startService } from "./service.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OLDEST = "22.18.0";
const MEGABYTES_MOST = 250;

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

const registry = {
  name: "a registry of packages",
  present: spawnSync("npm", ["view", `node@${OLDEST}`, "version"], { stdio: "ignore" }).status === 0,
};

describeWith(registry, "the package", () => {
  // The package is the same on both databases.
  test.runIf(ENGINE === "embedded")(
    "starts on the oldest supported Node.js and on this one, and does all its work",
    LONG,
    async () => {
      const packed = succeeded(process.execPath, ["deploy/npm/pack.ts", await newFolder()], ROOT);
      const folder = await installed(packed);
      const kilobytes = Number(succeeded("du", ["-sk", "node_modules"], folder).split("\t")[0]);
      expect(kilobytes / 1000).toBeLessThan(MEGABYTES_MOST);
      expect(existsSync(join(folder, "node_modules/node"))).toBe(false);

      // Its console is that of this folder, whose files have the hashes of what they hold in their names.
      const [shipped, own] = await Promise.all(
        [join(folder, "node_modules/daybook"), ROOT].map((root) =>
          readFile(join(root, "console/dist/index.html"), "utf8"),
        ),
      );
      expect(shipped).toBe(own);

      const command = join(folder, "node_modules/daybook/bin/daybook.js");
      const oldest = join(await installed(`node@${OLDEST}`), "node_modules/node/bin/node");
      for (const node of [oldest, process.execPath]) {
        const place = await newPlace("embedded");
        const started = await startService(place, ["start", "--sample"], {}, undefined, [node, command]);
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
