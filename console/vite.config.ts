/**
 * How the console is built: into `dist/`, which the service serves at `/app`. Files that compress well are
 * written compressed as well, so that the service never compresses them.
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

// Whoever builds, also a test, gets what is served to people, and not what helps to develop React programs.
process.env["NODE_ENV"] = "production";

const COMPRESSED_FROM = 1_024;

function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    // Only what is written is final: the names of lazily loaded files are filled in last.
    async writeBundle({ dir = "" }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue;
        const path = join(dir, fileName);
        const source = await readFile(path);
        if (source.length < COMPRESSED_FROM) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        await writeFile(`${path}.br`, brotliCompressSync(source, { params }));
        await writeFile(`${path}.gz`, gzipSync(source, { level: 9 }));
      }
    },
  };
}

const BUILT = fileURLToPath(new URL("dist", import.meta.url));
/** The folder of a build that is not finished. */
const NEXT = join(BUILT, `.next-${process.pid}`);

/**
 * Puts a finished build in the place of the one before, the page last. A build that is ended before leaves
 * what stands, and a service that runs meanwhile finds every file that its page names.
 */
function published(): Plugin {
  return {
    name: "published",
    apply: "build",
    async closeBundle(error) {
      if (error !== undefined || !existsSync(NEXT)) return;
      const assets = await readdir(join(NEXT, "assets"));
      await mkdir(join(BUILT, "assets"), { recursive: true });
      for (const name of [...assets.map((asset) => join("assets", asset)), "index.html"])
        await rename(join(NEXT, name), join(BUILT, name));
      for (const name of await readdir(join(BUILT, "assets")))
        if (!assets.includes(name)) await rm(join(BUILT, "assets", name));
      // Those of builds that were ended, too.
      for (const name of await readdir(BUILT))
        if (name.startsWith(".next-")) await rm(join(BUILT, name), { recursive: true });
    },
  };
}

export default defineConfig({
  base: "/app/",
  plugins: [react(), compressed(), published()],
  build: {
    outDir: NEXT,
    target: "es2022",
    modulePreload: { polyfill: false },
    // Content security allows styles and fonts of this service only, so none may be written into another
    // file.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What nearly every page shows, the first one too: a file for each would cost more than it holds.
          groups: [
            {
              name: "parts",
              test: /(console\/src\/(kit\/(amounts|choice-menu|dates|icon|leave|list-keys|menu-button|modal|page-head|panel|states|times)|parts\/(go|read|stale|stale-feeds)|shell\/export-menu)|words\/months)\./,
            },
            // Small parts of most other pages. The first page has the names of all files, so fewer are less.
            {
              name: "page",
              test: /console\/src\/(kit\/(amount|button|focus-back|form|heads|load-more|refusal|tabs|typed-amounts|use-letter)|parts\/(company-page|people))\./,
            },
          ],
        },
      },
    },
  },
});
