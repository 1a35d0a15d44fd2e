/** Reads the lists of a mirror in full, page by page. */
import type { Answer } from "../attempt.ts";
import type { Client } from "../client.ts";
import { ProtocolError } from "../errors.ts";
import { ResourceMissingError } from "../generated/errors.ts";
import { type ListName, type Row, rowsOf } from "./rows.ts";
import type { PageTag } from "./store.ts";

/** The largest page, because each counts as a request of the month. */
export const PAGE_MOST = 500;

/** A page of a list, as the client answers it. */
type Answered = Answer<{ readonly data: readonly unknown[]; readonly next_cursor?: string | null } | null>;

interface ListPage {
  /** The records that no page before has. */
  readonly rows: readonly Row[];
  /** Behind what the page was read; null for the first one. */
  readonly cursor: string | null;
  readonly tag: string | null;
}

export class ListReader {
  readonly #raw: Client["raw"];
  readonly #list: ListName;
  readonly #maxPages: number;
  readonly #signal: AbortSignal | undefined;

  constructor(raw: Client["raw"], list: ListName, maxPages: number, signal: AbortSignal | undefined) {
    this.#raw = raw;
    this.#list = list;
    this.#maxPages = maxPages;
    this.#signal = signal;
  }

  /** Gives all pages. Throws `ProtocolError` if the server gives pages that are no list, or without end. */
  async *pages(): AsyncGenerator<ListPage> {
    const seen = new Set<string>();
    const cursors = new Set<string>();
    for (let cursor: string | null = null; ;) {
      const { body, headers }: Answered = await this.#read({ cursor });
      if (body === null) throw this.#notAList();
      // A record that moved while the list was read may be in it twice.
      const byId = new Map(rowsOf(this.#list, body.data, 200).map((row) => [String(row["id"]), row]));
      for (const id of byId.keys()) if (seen.has(id)) byId.delete(id);
      for (const id of byId.keys()) seen.add(id);
      yield { rows: [...byId.values()], cursor, tag: headers.get("etag") };
      cursor = body.next_cursor ?? null;
      if (cursor === null) return;
      if (byId.size === 0 || cursors.has(cursor)) throw this.#notAList();
      cursors.add(cursor);
      if (cursors.size >= this.#maxPages) throw tooLong("list", this.#maxPages);
    }
  }

  /** True if the service says of every page that it is as it was. */
  async isUnchanged(pages: readonly PageTag[]): Promise<boolean> {
    for (const page of pages) {
      const answer = await this.#read(page).catch((error: unknown) => {
        // The record of the cursor is gone.
        if (error instanceof ResourceMissingError) return null;
        throw error;
      });
      if (answer?.body !== null) return false;
    }
    return true;
  }

  #read({ cursor, tag }: { readonly cursor: string | null; readonly tag?: string }): Promise<Answered> {
    const raw = this.#raw;
    const options = { signal: this.#signal, ifNoneMatch: tag };
    const place = { limit: PAGE_MOST, ...(cursor === null ? {} : { starting_after: cursor }) };
    if (this.#list === "categories") return raw.listCategories(options);
    if (this.#list === "departments") return raw.listDepartments(options);
    return this.#list === "accounts"
      ? raw.listAccounts(place, options)
      : raw.listJournalEntries(place, options);
  }

  #notAList(): ProtocolError {
    return new ProtocolError("envelope", `The server gave pages of ${this.#list} that are no list.`, 200);
  }
}

/** A run or a list with more pages than `maxPages`. */
export function tooLong(what: string, maxPages: number): ProtocolError {
  return new ProtocolError(
    "pages",
    `The ${what} has more than ${maxPages} pages, the bound \`maxPages\`.`,
    200,
  );
}
