/**
 * Reads the documentation that the project ships: the pages in `docs/`, the changelog, the files in
 * `published/`, the pictures, and the scripts of the reference site.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readFolder, readTexts } from "./files.ts";

export interface Documents {
  /** Pages in Markdown, by their path from `docs/`, such as `concepts/rollups.md` and `../CHANGELOG.md`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Generated files and the example company by name. */
  readonly published: ReadonlyMap<string, string>;
  /** Scripts for browsers by name, with the library of the search, `minisearch.js`. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Pictures in WebP by name. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

const PROJECT = new URL("../../../", import.meta.url);
/** The folders of pages in `docs/`; the empty text is `docs/` itself. */
const FOLDERS = ["", "guides/", "concepts/", "operating/", "decisions/"] as const;

const PICTURES = "docs/pictures/";
const CHANGELOG = "CHANGELOG.md";
const SCRIPTS = "src/interfaces/docs/browser/";

function textsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  return readTexts(fileURLToPath(new URL(folder, PROJECT)));
}

/** Reads all documents. Missing folders are treated as empty. */
export async function readDocuments(): Promise<Documents> {
  const folders = await Promise.all(
    FOLDERS.map(async (folder) =>
      [...(await textsOf(`docs/${folder}`))].map(([name, text]) => [`${folder}${name}`, text] as const),
    ),
  );
  const [published, own, pictures, changelog] = await Promise.all([
    textsOf("published/"),
    textsOf(SCRIPTS),
    readFolder(fileURLToPath(new URL(PICTURES, PROJECT))),
    readFile(new URL(CHANGELOG, PROJECT), "utf8").catch(() => null),
  ]);
  return {
    pages: new Map([
      ...folders.flat().filter(([path]) => path.endsWith(".md")),
      ...(changelog === null ? [] : [[`../${CHANGELOG}`, changelog] as const]),
    ]),
    published: new Map([...published, ...folders.flat().filter(([path]) => path.endsWith(".json"))]),
    scripts: new Map([
      ...[...own].filter(([name]) => name.endsWith(".js")),
      ["minisearch.js", await readMiniSearch()] as const,
    ]),
    pictures: new Map([...pictures].filter(([name]) => name.endsWith(".webp"))),
  };
}

/** The library as one module that a browser can load. */
async function readMiniSearch(): Promise<string> {
  const found = createRequire(import.meta.url).resolve("minisearch");
  const text = await readFile(new URL("../es/index.js", pathToFileURL(found)), "utf8");
  return text.replace(/^\/\/# sourceMappingURL=.*$/m, "");
}
