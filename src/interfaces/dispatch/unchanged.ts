/**
 * Answers that callers have already: the tags of answers that are made of a company's books, each with the
 * revision of the books that it is of. While that is the revision, a caller who sends the tag has the answer,
 * and nothing is computed. Invariant: a tag that is kept is of the answer that its question has at that
 * revision, whenever it is asked.
 */
import type { PublicId } from "@daybook/words/public-id";
import { BoundedMap } from "../../core/bounded-map.ts";
import { conditionalStatus } from "../../core/http-conditions.ts";
import type { LedgerService } from "../../modules/books/ledger/index.ts";
import type { Exchange } from "./exchange.ts";

/** The most tags that are kept, some 400 bytes each. */
const MOST = 20_000;

interface KeptTag {
  readonly revision: number;
  readonly tag: string;
}

/** True if the caller has sent this tag, with its quotes, as that of an answer that it has. */
export function hasTag({ arrival: { ifNoneMatch } }: Exchange, tag: string): boolean {
  return conditionalStatus({ ifMatch: undefined, ifNoneMatch }, tag) === 304;
}

export class UnchangedAnswers {
  readonly #kept = new BoundedMap<string, KeptTag>(MOST);
  readonly #ledger: Pick<LedgerService, "findRevision">;

  constructor(ledger: Pick<LedgerService, "findRevision">) {
    this.#ledger = ledger;
  }

  /**
   * Returns the answer that `make` computes, or notes in the exchange that the caller has it. An answer to a
   * caller with a tag is computed between two looks at the revision, and its tag is kept if they agree.
   */
  async unlessKnown(exchange: Exchange, make: () => Promise<unknown>): Promise<unknown> {
    const { arrival, bound, input, principal, now, today } = exchange;
    if (bound.operation.tagged !== "books" || arrival.ifNoneMatch === undefined) return make();
    const companyId: PublicId<"company"> = principal.companyId;
    const question = JSON.stringify([bound.operation.id, companyId, today, input]);
    const revision = await this.#ledger.findRevision(principal.companyId);
    const kept = this.#kept.get(question);
    if (kept !== undefined && kept.revision === revision && hasTag(exchange, kept.tag)) {
      exchange.knownTag = kept.tag;
      return undefined;
    }
    const answer = await make();
    const { refreshed_at } = answer as { readonly refreshed_at: number | null };
    const isOfThisMoment = refreshed_at !== null && refreshed_at >= now;
    if (revision !== null && !isOfThisMoment && revision === (await this.#ledger.findRevision(companyId)))
      exchange.keepTag = (tag) => this.#kept.set(question, { revision, tag });
    return answer;
  }
}
