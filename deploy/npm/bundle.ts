/**
 * `node deploy/npm/bundle.ts`: puts the modules of the program into a few files of JavaScript, which load in
 * two thirds of the time. A clone has them in its cache, where they name their data and their threads in
 * `src/`; a package has nothing else.
 */
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { BUNDLES, presentBundle } from "../../bin/bundled.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCES = join(ROOT, "src");
/** Programs of threads and processes, named by the file that starts them. */
const PROGRAM = /new URL\("([\w-]+)\.ts", import\.meta\.url\)/g;
/** How long files of former sources stay. */
const KEPT_MS = 86_400_000;
/** Stands in a chunk for the way from its folder to that of the sources. */
const TO_SOURCES = "__to_sources__";

/** The programs that files start, as paths from the sources without their ending. */
function programs(): string[] {
  return globSync("**/*.ts", { cwd: SOURCES }).flatMap((path) =>
    path.endsWith(".test.ts")
      ? []
      : [...readFileSync(join(SOURCES, path), "utf8").matchAll(PROGRAM)].map(([, name]) =>
          join(dirname(path), name ?? ""),
        ),
  );
}

/** Gives modules the addresses that they have in the sources; `place` is the address of the sources, or null. */
function addresses(place: URL | null): Plugin {
  return {
    name: "addresses",
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\.url/ },
      handler(code, id) {
        const path = relative(SOURCES, id);
        if (path.startsWith("..")) return null;
        const own = place
          ? JSON.stringify(new URL(path, place).href)
          : `new URL("${TO_SOURCES}${path.replace(/\.ts$/, ".js")}", import.meta.url).href`;
        const named = place ? code : code.replaceAll(PROGRAM, `new URL("$1.js", import.meta.url)`);
        return named.replaceAll("import.meta.url", own);
      },
    },
    renderChunk(code, { fileName }) {
      return code.replaceAll(TO_SOURCES, "../".repeat(fileName.split("/").length - 1) || "./");
    },
  };
}

/**
 * Writes the program to a folder. With `place`, modules read data beside the sources at that address and
 * start their threads from there; without it, the folder stands for that of the sources.
 */
export async function bundleProgram(folder: string, place: URL | null): Promise<void> {
  const entries = ["main", ...(place ? [] : programs())];
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(entries.map((path) => [path, join(SOURCES, `${path}.ts`)])),
    platform: "node",
    // A package runs on older versions of Node.js than a clone.
    transform: { target: place ? "esnext" : "es2024" },
    external: (id) => /^[\w@]/.test(id) && !/^@daybook\/|^@oxc-project\/runtime/.test(id),
    plugins: [addresses(place)],
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
  });
  await bundle.close();
}

if (import.meta.main) {
  const folder = presentBundle();
  mkdirSync(BUNDLES, { recursive: true });
  const made = mkdtempSync(join(BUNDLES, ".made-"));
  await bundleProgram(made, pathToFileURL(`${SOURCES}/`));
  // What was written while it was made is not surely in it, and another process may have made the same.
  if (presentBundle() === folder && !existsSync(folder)) renameSync(made, folder);
  // Programs that run may still load what they know of, so folders go when they are old.
  for (const name of readdirSync(BUNDLES)) {
    const path = join(BUNDLES, name);
    if (path === made || (path !== folder && Date.now() - statSync(path).mtimeMs > KEPT_MS))
      rmSync(path, { recursive: true, force: true });
  }
}
