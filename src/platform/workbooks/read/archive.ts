/**
 * Opens the ZIP archive of a workbook file. Invariant: nothing is inflated before the sizes that the archive
 * states are checked, and an entry never inflates to more than its stated size.
 */
import { unzipSync } from "fflate";
import { LIMITS } from "@daybook/words/limits";
import { compoundDocument } from "../foreign.ts";
import { WorkbookProblem } from "../problem.ts";

/** The parts by their paths, normalized by `partPath`. */
export type Parts = ReadonlyMap<string, Uint8Array>;

export interface Archive {
  readonly parts: Parts;
  /** The paths of all parts, including those that are not read. */
  readonly paths: ReadonlySet<string>;
}

/** Only XML parts are read, except for such as the caches of pivot tables and copies of other workbooks. */
const READ = /\.(?:xml|rels)$/;
const SKIPPED =
  /^(?:xl\/(?:pivotcache|externallinks|revisions|media|embeddings|ctrlprops|activex|customproperty)|customxml|docprops|docmetadata)\//;
/** The greatest allowed ratio of inflated to packed size. Ordinary files seldom exceed 100. */
const RATIO = 300;
const SMALL_BYTES = 8_388_608;

const ZIP = [0x50, 0x4b];

/** Throws `WorkbookProblem` if the file is not an archive, is damaged, or is too large. */
export function openArchive(bytes: Uint8Array): Archive {
  const compound = compoundDocument(bytes);
  if (compound !== null) throw new WorkbookProblem(compound);
  if (!beginsWith(bytes, ZIP)) throw new WorkbookProblem("The file is not an XLSX workbook.");
  const paths = new Set<string>();
  let [entries, packed, inflated] = [0, 0, 0];
  try {
    const files = unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        const path = partPath(name);
        entries += 1;
        if (entries > LIMITS.workbook_entries.value)
          throw new WorkbookProblem(`The file has more than ${LIMITS.workbook_entries.value} parts.`);
        if (path === "" || path.endsWith("/")) return false;
        if (paths.has(path))
          throw new WorkbookProblem(
            `The file has two parts named ${path.slice(0, 200)}. Save it again in a spreadsheet program, and import that.`,
          );
        paths.add(path);
        if (!READ.test(path) || SKIPPED.test(path)) return false;
        packed += size;
        inflated += originalSize;
        if (inflated > LIMITS.workbook_inflated_bytes.value)
          throw new WorkbookProblem(
            `The workbook is larger than ${LIMITS.workbook_inflated_bytes.value} bytes once it is unpacked.`,
          );
        if (inflated > SMALL_BYTES && inflated > RATIO * packed)
          throw new WorkbookProblem("The file is packed more tightly than any ordinary workbook.");
        return true;
      },
    });
    return {
      parts: new Map(Object.entries(files).map(([path, content]) => [partPath(path), content])),
      paths,
    };
  } catch (error) {
    if (error instanceof WorkbookProblem) throw error;
    throw new WorkbookProblem("The file is damaged: its archive can't be read to the end.", { cause: error });
  }
}

/** Normalizes the path of an archive's entry: lower case, with slashes and no slash at the beginning. */
function partPath(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\/+/u, "").toLowerCase();
}

function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
