/**
 * The files that plain-text books include. Invariant: no entry of a file is counted twice, by whatever ways
 * the file is included, and a fault in an included file is told with the name of that file.
 */
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import type { ParsedVoucher } from "../parsed-voucher.ts";
import type { BooksFile } from "./format.ts";

type Including = Pick<BooksFile, "path" | "include">;

const MOST_INCLUDED = 1_000;

/** Opens the files that the files of one reading include. */
export class IncludedFiles {
  /** The vouchers of each file so far, with those of the files that it includes; null while it is read. */
  readonly #read = new Map<string, number | null>();
  #count = 0;

  /** Notes the file that was given, which an included one may include again. */
  begin({ path }: Pick<BooksFile, "path">): void {
    if (path !== undefined) this.#read.set(path, null);
  }

  /** Opens a file that another one includes. Throws `LineProblem` if there are too many. */
  async open(from: Including, path: string, line: number): Promise<BooksFile> {
    this.#count += 1;
    if (this.#count > MOST_INCLUDED)
      throw new LineProblem(
        line,
        `More than ${MOST_INCLUDED} files are included; do they include each other?`,
      );
    return from.include(path, line);
  }

  /** True if a file is being read or was read already. */
  isKnown({ path }: Pick<BooksFile, "path">): boolean {
    return path !== undefined && this.#read.has(path);
  }

  /** True if the entries of a file would be counted twice if it were read once more. */
  isCounted({ path }: Pick<BooksFile, "path">): boolean {
    return path !== undefined && this.isKnown({ path }) && this.#read.get(path) !== 0;
  }

  /** The vouchers of an included file, which keep its name. A `LineProblem` among them names it, too. */
  async *vouchers(
    { path }: Pick<BooksFile, "path">,
    vouchers: AsyncIterable<ParsedVoucher>,
  ): AsyncGenerator<ParsedVoucher, void, undefined> {
    if (path !== undefined) this.#read.set(path, null);
    let count = 0;
    try {
      for await (const voucher of vouchers) {
        count += 1;
        yield path === undefined || voucher.file !== undefined ? voucher : { ...voucher, file: path };
      }
    } catch (error) {
      throw error instanceof LineProblem ? error.within(path ?? null) : error;
    }
    if (path !== undefined) this.#read.set(path, count);
  }
}
