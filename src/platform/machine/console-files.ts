/**
 * Reads the built browser application of the web console, `console/dist`. The page is read at each visit, so
 * that a new build shows at once; other files have the hash of their content in their names, so they are
 * kept.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Packed } from "../../core/http-conditions.ts";

export interface ConsoleFiles {
  /** The page; null if the application is not built. */
  readPage(): Promise<string | null>;
  /** A file by name, compressed when the application was built; null if there is none. */
  readAsset(name: string): Promise<Packed | null>;
}

const BUILT = new URL("../../../console/dist/", import.meta.url);
const NAME = /^[\w-][\w.-]*\.(?:js|css|woff2|svg)$/;

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Opens the application in `folder`, by default the project's own. */
export function openConsoleFiles(folder: string = fileURLToPath(BUILT)): ConsoleFiles {
  const kept = new Map<string, Packed>();
  return {
    async readPage() {
      return (await readIfThere(`${folder}/index.html`))?.toString("utf8") ?? null;
    },
    async readAsset(name) {
      if (!NAME.test(name)) return null;
      const known = kept.get(name);
      if (known) return known;
      const path = `${folder}/assets/${name}`;
      const [bytes, br, gzip] = await Promise.all([
        readIfThere(path),
        readIfThere(`${path}.br`),
        readIfThere(`${path}.gz`),
      ]);
      if (bytes === null) return null;
      const asset = { bytes, br, gzip };
      kept.set(name, asset);
      return asset;
    },
  };
}
