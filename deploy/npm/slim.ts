/**
 * Makes the installed packages as small and as quick to load as the program needs them. Deletes the fonts
 * that nothing reads, some 190 MB, and the packages' source maps, 50 MB more. Bundles each entry of a package
 * of hundreds of small files, as looking for those takes 150 ms of each start. A package that is bundled
 * already is left as it is.
 */
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FONTS } from "../../src/platform/render/font-files.ts";

const PACKAGES = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const MANY_FILES = "typebox";
const PARTS = "build/bundled";

const read = new Set(Object.values(FONTS).flatMap((files) => Object.values(files)));
for (const path of globSync("@expo-google-fonts/**/*.{ttf,png}", { cwd: PACKAGES }))
  if (!read.has(path.replaceAll("\\", "/"))) rmSync(`${PACKAGES}${path}`);
for (const path of globSync("**/*.map", { cwd: PACKAGES })) rmSync(`${PACKAGES}${path}`);

// An installation without the tools of developers keeps the small files.
const folder = `${PACKAGES}${MANY_FILES}`;
if (existsSync(`${PACKAGES}rolldown`) && !existsSync(`${folder}/${PARTS}`)) await bundle(folder);

async function bundle(cwd: string): Promise<void> {
  const { rolldown } = await import("rolldown");
  const { exports } = JSON.parse(readFileSync(`${cwd}/package.json`, "utf8")) as {
    readonly exports: Readonly<Record<string, { readonly import: string }>>;
  };
  const entries = Object.values(exports).map((entry) => entry.import.replace(/^\.\/(.*)\.mjs$/, "$1"));
  const before = globSync("build/**/*.mjs", { cwd });
  const bundled = await rolldown({
    cwd,
    input: Object.fromEntries(entries.map((name) => [name, `${cwd}/${name}.mjs`])),
  });
  const { output } = await bundled.write({
    dir: cwd,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: `${PARTS}/[name].mjs`,
  });
  const made = new Set(output.map(({ fileName }) => fileName));
  for (const path of before) if (!made.has(path.replaceAll("\\", "/"))) rmSync(`${cwd}/${path}`);
}
