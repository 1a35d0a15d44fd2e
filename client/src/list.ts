/**
 * Lists as async iterators over their items, page after page. Invariant: an iteration ends, whatever the
 * server answers: a cursor that comes a second time is an error, and so is one page more than the bound.
 */
import { isObject, requestIdOf, type Answer } from "./attempt.ts";
import { ProtocolError } from "./errors.ts";

/** The members that every list has, and those of a list in pages. */
export interface Envelope {
  readonly data: readonly unknown[];
  readonly has_more?: boolean;
  readonly next_cursor?: string | null;
}

interface Source<Page> {
  readonly maxPages: number;
  /** The cursor at which the query begins; undefined if at the first page. */
  readonly start: unknown;
  /** Reads the page after a cursor, or the first page of the query. */
  readonly read: (after: string | undefined) => Promise<Answer<Page>>;
}

/** A list of the service. Nothing is requested before it is iterated or one of its methods is called. */
export class List<Item, Page extends Envelope> implements AsyncIterable<Item> {
  readonly #source: Source<Page>;

  constructor(source: Source<Page>) {
    this.#source = source;
  }

  /** Iterates over all items. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data as readonly Item[];
  }

  /** Iterates over the pages, each as the service sent it. A list that has no pages is one page. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for await (const { body } of this.answers()) yield body;
  }

  /** Iterates over the pages with the status and the headers of their answers. */
  async *answers(): AsyncGenerator<Answer<Page>, void, undefined> {
    const { maxPages, read } = this.#source;
    const seen = new Set<unknown>([this.#source.start]);
    let after: string | undefined;
    for (let count = 1; ; count += 1) {
      const answer = await read(after);
      const { has_more, next_cursor: next = null } = answer.body;
      if (next !== null && seen.has(next))
        throw refusal("cursor", "The server gave the same cursor twice.", answer);
      yield answer;
      if (has_more !== true || next === null) return;
      seen.add(next);
      if (count >= maxPages)
        throw refusal("pages", `The list has more than ${maxPages} pages, the bound \`maxPages\`.`, answer);
      after = next;
    }
  }

  /** Reads the first page only. */
  async first(): Promise<Page> {
    return (await this.#source.read(undefined)).body;
  }

  /** Reads all items into an array. */
  async all(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

function refusal(problem: "cursor" | "pages", message: string, answer: Answer<unknown>): ProtocolError {
  return new ProtocolError(problem, message, answer.status, requestIdOf(answer.headers));
}

/** Throws unless a body is the envelope of a list, with a cursor exactly if there is more. */
export function checkEnvelope({ status, headers, body }: Answer<unknown>, isPaged: boolean): void {
  const isList = isObject(body) && body["object"] === "list" && Array.isArray(body["data"]);
  if (isList && (!isPaged || isPageEnd(body))) return;
  throw new ProtocolError("envelope", "The answer is not a list.", status, requestIdOf(headers));
}

function isPageEnd({ has_more: more, next_cursor: next }: Readonly<Record<string, unknown>>): boolean {
  return more === true ? typeof next === "string" && next !== "" : more === false && next === null;
}
