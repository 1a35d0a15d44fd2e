/**
 * `npm run package [folder]`: makes the package of the program, as npm installs it, and prints its path.
 * Node.js runs no TypeScript below node_modules, so the package has JavaScript; `build/` holds what goes into
 * it. The library of formulas is bundled, because no registry has it. So are the fonts, because the program
 * uses a tenth of their packages, and the package of many small files that `slim.ts` made a few of. The
 * template with the sample company is made with the program of the package.
 */
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { FONTS } from "../../src/platform/render/font-files.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BUILD = join(ROOT, "build");
/** Programs of threads and processes, named by the file that starts them. */
const PROGRAM = /new URL\("([\w-]+)\.ts", import\.meta\.url\)/g;
const KEPT = [
  "bin/daybook.js",
  "bin/parent.js",
  "migrations",
  "published",
  "docs",
  "src/interfaces/docs/browser",
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
run(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "deploy/npm/tsconfig.json"], ROOT);
for (const path of globSync("**/*.js", { cwd: BUILD })) {
  const file = join(BUILD, path);
  const text = readFileSync(file, "utf8");
  const made = text.replaceAll(PROGRAM, 'new URL("$1.js", import.meta.url)');
  if (/\.ts",\s*import\.meta/.test(made)) throw new Error(`${path} names a program in another way`);
  if (made !== text) writeFileSync(file, made);
}
for (const path of KEPT) cpSync(join(ROOT, path), join(BUILD, path), { recursive: true });

const formula = manifestOf(join(ROOT, "formula"));
const library = join(BUILD, "node_modules", formula.name);
mkdirSync(library, { recursive: true });
renameSync(join(BUILD, "formula/src"), join(library, "src"));
rmSync(join(BUILD, "formula"), { recursive: true });
const { exports = {}, ...about } = formula;
const compiled = Object.entries(exports).map(([name, path]) => [name, path.replace(/\.ts$/, ".js")] as const);
writeJson(join(library, "package.json"), { ...about, exports: Object.fromEntries<string>(compiled) });

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

const { name, version, description, license, type, dependencies } = manifestOf(ROOT);
// The runtime of the repository is fetched only by a machine whose own is too old (bin/daybook.js).
const { node: _runtime, ...needed } = dependencies;
writeJson(join(BUILD, "package.json"), {
  name,
  version,
  description,
  license,
  type,
  bin: { daybook: "bin/daybook.js" },
  dependencies: { ...needed, ...formula.dependencies },
  bundleDependencies: [formula.name, ...parts],
  engines: { node: ">=22.18" },
});

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
