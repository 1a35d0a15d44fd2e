/** Reads the documentation that the project ships: the pages in `docs/` and the files in `published/`. */
import { fileURLToPath } from "node:url";
import { readTexts } from "./files.ts";

export interface Documents {
  /** Pages in Markdown, by their path in `docs/`, such as `concepts/rollups.md`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Generated files by name. */
  readonly published: ReadonlyMap<string, string>;
}

const PROJECT = new URL("../../../", import.meta.url);
/** The folders of pages in `docs/`; the empty text is `docs/` itself. */
const FOLDERS = ["", "guides/", "concepts/", "operating/", "decisions/"] as const;

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
  return {
    pages: new Map(folders.flat().filter(([path]) => path.endsWith(".md"))),
    published: await textsOf("published/"),
  };
}
