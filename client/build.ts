/**
 * `npm run build -w client [folder]`: makes the package as npm installs it, in `client/build` unless another
 * folder is named: JavaScript and types, because Node.js runs no TypeScript below node_modules.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

const CLIENT = import.meta.dirname;
const BUILD = resolve(process.argv[2] ?? join(CLIENT, "build"));

interface Manifest {
  readonly private?: boolean;
  readonly scripts?: object;
  readonly exports: Readonly<Record<string, string>>;
}

rmSync(BUILD, { recursive: true, force: true });
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const { status } = spawnSync(
  process.execPath,
  [compiler, "-p", join(CLIENT, "tsconfig.json"), "--outDir", BUILD],
  {
    stdio: "inherit",
  },
);
if (status !== 0) throw new Error("The client does not compile.");
// The compiler leaves the endings of imports in types as they are.
for (const path of globSync("**/*.d.ts", { cwd: BUILD })) {
  const file = join(BUILD, path);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll(/(from "\.[^"]+)\.ts"/g, '$1.js"'));
}
const manifest = JSON.parse(readFileSync(join(CLIENT, "package.json"), "utf8")) as Manifest;
const { private: _private, scripts: _scripts, exports, ...about } = manifest;
const compiled = Object.entries(exports).map(([name, path]) => {
  const file = path.replace("./src/", "./").replace(/\.ts$/, "");
  return [name, { types: `${file}.d.ts`, default: `${file}.js` }] as const;
});
const made = { ...about, exports: Object.fromEntries(compiled) };
writeFileSync(join(BUILD, "package.json"), `${JSON.stringify(made, null, 2)}\n`);
copyFileSync(join(CLIENT, "README.md"), join(BUILD, "README.md"));
copyFileSync(join(CLIENT, "../LICENSE"), join(BUILD, "LICENSE"));
