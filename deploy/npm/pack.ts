/**
 * `npm run package [folder]`: makes the package of the program, as npm installs it, and prints its path.
 * Node.js runs no TypeScript below node_modules, so the package has the program in a few files of JavaScript;
 * `build/` holds what goes into it. The fonts are bundled, because the program uses a tenth of their
 * packages, and so is the package of many small files that `slim.ts` made a few of. The template with the
 * sample company is made with the program of the package, and recognised by the sources of that company.
 */
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { FONTS } from "../../src/platform/render/font-files.ts";
import { bundleProgram } from "./bundle.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BUILD = join(ROOT, "build");
const KEPT = [
  "bin/daybook.js",
  "bin/parent.js",
  "migrations",
  "published",
  "docs",
  "src/interfaces/docs/browser",
  "src/sample",
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string>>;
}

function run(program: string, words: readonly string[], folder: string): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${words.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

const target = resolve(process.argv[2] ?? ".");
rmSync(BUILD, { recursive: true, force: true });
// A service that runs from this folder reads `console/dist` meanwhile.
const console_ = ["build", "console", "--outDir", join(BUILD, "console/dist"), "--emptyOutDir"];
run(process.execPath, ["node_modules/vite/bin/vite.js", ...console_, "--logLevel", "warn"], ROOT);
await bundleProgram(join(BUILD, "src"), null);
for (const path of KEPT)
  cpSync(join(ROOT, path), join(BUILD, path), {
    recursive: true,
    filter: (source) => !source.endsWith(".test.ts"),
  });

/** The packages of which only some files go into this one. */
const parts = new Set<string>();
const fonts = new Set(Object.values(FONTS).flatMap((files) => Object.values(files)));
const schemas = globSync("typebox/build/**/*.mjs", { cwd: join(ROOT, "node_modules") });
for (const path of [...fonts, ...schemas]) {
  const part = path.split("/", path.startsWith("@") ? 2 : 1).join("/");
  const from = join(ROOT, "node_modules", part);
  const to = join(BUILD, "node_modules", part);
  if (!parts.has(part)) {
    mkdirSync(to, { recursive: true });
    // Without its scripts and dependencies.
    const whole = manifestOf(from);
    writeJson(join(to, "package.json"), {
      name: whole.name,
      version: whole.version,
      license: whole.license,
      type: whole.type,
      exports: whole.exports,
    });
    for (const file of globSync("{LICENSE,license}*", { cwd: from }))
      cpSync(join(from, file), join(to, file));
    parts.add(part);
  }
  cpSync(join(ROOT, "node_modules", path), join(BUILD, "node_modules", path));
}

const formula = manifestOf(join(ROOT, "formula"));
const { name, version, description, license, type, dependencies } = manifestOf(ROOT);
// The runtime of the repository is fetched only by a machine whose own is too old (bin/daybook.js), and our
// own packages are in the program.
const needed = Object.entries({ ...dependencies, ...formula.dependencies }).filter(
  ([each]) => each !== "node" && !each.startsWith("@daybook/"),
);
writeJson(join(BUILD, "package.json"), {
  name,
  version,
  description,
  license,
  type,
  bin: { daybook: "bin/daybook.js" },
  dependencies: Object.fromEntries(needed),
  bundleDependencies: [...parts],
  engines: { node: ">=22.18" },
});

// Who unpacks it and installs what it needs, as the image does, gets the versions that were tested. npm reads
// the file in no package that another one depends on.
cpSync(join(ROOT, "package-lock.json"), join(BUILD, "npm-shrinkwrap.json"));
cpSync(join(ROOT, ".npmrc"), join(BUILD, ".npmrc"));
run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--offline"], BUILD);

const made = join(BUILD, "node_modules/.cache/daybook");
run(process.execPath, ["bin/daybook.js", "template"], BUILD);
const [template, ...others] = globSync("sample-*.tar.zst", { cwd: made });
if (template === undefined || others.length > 0) throw new Error("the template was not made");
mkdirSync(join(BUILD, "templates"));
renameSync(join(made, template), join(BUILD, "templates", template));
rmSync(join(BUILD, "node_modules/.cache"), { recursive: true });

mkdirSync(target, { recursive: true });
const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", target], BUILD)) as [
  { readonly filename: string },
];
process.stdout.write(`${join(target, packed.filename)}\n`);
