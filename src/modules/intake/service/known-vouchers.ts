/**
 * Recognises the vouchers of an export that was imported before. A voucher is known by its name in the file,
 * or by its day and description; its lines tell whether it changed. Invariant: each voucher of the file is
 * new, known or changed, and one that the company has is never added again.
 */
import { createHash } from "node:crypto";
import type { PublicId } from "../../../core/public-id.ts";
import type { Tx } from "../../../platform/db/index.ts";
import type { ParsedVoucher } from "../rules/parsed-voucher.ts";
import { foldedName } from "../rules/spellings.ts";
import { type ImportedVoucher, intakeStore } from "../store.ts";

/** A voucher of the file with its hashes. */
export interface HashedVoucher {
  readonly voucher: ParsedVoucher;
  readonly identity: Buffer;
  readonly content: Buffer;
}

/** A voucher of the file that the company has with other lines. */
export interface ChangedVoucher {
  readonly line: number;
  readonly date: string;
  readonly description: string;
  readonly voucher_id: string;
}

const HASH_BYTES = 16;

/** The hashes of a voucher. */
export function hashed(voucher: ParsedVoucher): HashedVoucher {
  const { journal, date, description, lines } = voucher;
  const identity = hashOf(journal === null ? ["day", date, foldedName(description)] : ["name", journal]);
  const amounts = lines
    .map(({ account, department, netDebitCents }) => JSON.stringify([account, department, netDebitCents]))
    .toSorted();
  return { voucher, identity, content: hashOf([date, ...amounts]) };
}

function hashOf(parts: readonly string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, HASH_BYTES);
}

/** Compares the vouchers of a file with those that earlier imports brought. */
export class KnownVouchers {
  readonly #tx: Tx;
  readonly #companyId: PublicId<"company">;
  /** By identity, the vouchers that no voucher of the file matched so far. */
  readonly #stored = new Map<string, ImportedVoucher[]>();
  /** Vouchers whose identity is known, with other lines; new or changed is decided at the end of the file. */
  readonly #undecided: HashedVoucher[] = [];
  #recognised = 0;

  constructor(tx: Tx, companyId: PublicId<"company">) {
    this.#tx = tx;
    this.#companyId = companyId;
  }

  /** The number of vouchers that the company has as they are. */
  get recognised(): number {
    return this.#recognised;
  }

  /** The vouchers of a batch that are certainly new. */
  async newOf(batch: readonly HashedVoucher[]): Promise<HashedVoucher[]> {
    const unread = batch
      .map(({ identity }) => identity)
      .filter((id) => !this.#stored.has(id.toString("hex")));
    for (const identity of unread) this.#stored.set(identity.toString("hex"), []);
    for (const known of await intakeStore.listImported(this.#tx, this.#companyId, unread))
      this.#stored.get(known.identity.toString("hex"))?.push(known);
    return batch.filter((each) => {
      const stored = this.#stored.get(each.identity.toString("hex")) ?? [];
      const same = stored.findIndex(({ content }) => content.equals(each.content));
      if (same >= 0) {
        stored.splice(same, 1);
        this.#recognised += 1;
        return false;
      }
      if (stored.length > 0) this.#undecided.push(each);
      return stored.length === 0;
    });
  }

  /** Decides on the rest of the file, once all of it was seen. */
  finish(): { readonly added: readonly HashedVoucher[]; readonly changed: readonly ChangedVoucher[] } {
    const added: HashedVoucher[] = [];
    const changed: ChangedVoucher[] = [];
    for (const each of this.#undecided) {
      const stored = this.#stored.get(each.identity.toString("hex"))?.shift();
      const { line, date, description } = each.voucher;
      if (stored) changed.push({ line, date, description, voucher_id: stored.voucher_id });
      else added.push(each);
    }
    return { added, changed };
  }
}
