/**
 * The digest of a feed, kept row by row: the number of rows, and the sum modulo 2^256 of the SHA-256 of each
 * one's canonical text. The guide "Mirror a feed" of the service defines it.
 */
import type { Row, Value } from "./rows.ts";
import { sha256, WORDS } from "./sha256.ts";

/** The members of a canonical row, in order. */
const MEMBERS =
  `id created updated date accounting_date amount_cents description merchant_name memo account_id card_id
   category_id department_id transaction_type status source_vendor source_type transfer_id spread_id
   invoice_id`.split(/\s+/);

const WORD = 2 ** 32;

/** The header of the service with the last page of a run. */
const HEADER = /^v=1, watermark=(\d{1,15}), rows=(\d{1,15}), sum="([0-9a-f]{64})"$/;

/** A digest as it is stored and compared. */
export interface DigestText {
  readonly rows: number;
  /** 64 hexadecimal digits. */
  readonly sum: string;
}

export const EMPTY: DigestText = { rows: 0, sum: "0".repeat(64) };

/** Reads the header `Feed-Digest`. Null if it is absent or of a version that this client does not know. */
export function readHeader(text: string | null): (DigestText & { readonly watermark: number }) | null {
  const [, watermark, rows, sum] = HEADER.exec(text ?? "") ?? [];
  return sum === undefined ? null : { watermark: Number(watermark), rows: Number(rows), sum };
}

export function isSame(a: DigestText, b: DigestText): boolean {
  return a.rows === b.rows && a.sum === b.sum;
}

/** Characters other than those that JSON writes as they are. */
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function textOf(value: Value | undefined): string {
  if (typeof value !== "string") return String(value ?? null);
  return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`;
}

/** The hashes of rows, in the order in which they were added. */
export class Hashes {
  /** Eight words of 32 bits for each, the highest first. */
  words = new Uint32Array(512 * WORDS);
  #count = 0;

  push(row: Row): void {
    if ((this.#count + 1) * WORDS > this.words.length) {
      const wider = new Uint32Array(this.words.length * 2);
      wider.set(this.words);
      this.words = wider;
    }
    sha256(canonical(row), this.words, this.#count * WORDS);
    this.#count += 1;
  }
}

/** The canonical text of a row. */
function canonical(row: Row): string {
  let text = "[";
  for (let index = 0; index < MEMBERS.length; index += 1)
    text += (index === 0 ? "" : ", ") + textOf(row[MEMBERS[index] as string]);
  return `${text}]`;
}

const single = new Uint32Array(WORDS);

export class Digest {
  #rows: number;
  /** The sum in words of 32 bits, the highest first. */
  readonly #sum: Uint32Array;

  constructor({ rows, sum }: DigestText) {
    this.#rows = rows;
    this.#sum = Uint32Array.from({ length: WORDS }, (_, index) =>
      Number.parseInt(sum.slice(index * 8, index * 8 + 8), 16),
    );
  }

  add(row: Row): void {
    this.#rows += 1;
    this.#change(sha256(canonical(row), single, 0), 0, 1);
  }

  /** Adds a row by its hash. */
  addHash(hashes: Hashes, row: number): void {
    this.#rows += 1;
    this.#change(hashes.words, row * WORDS, 1);
  }

  remove(row: Row): void {
    this.#rows -= 1;
    this.#change(sha256(canonical(row), single, 0), 0, -1);
  }

  text(): DigestText {
    const words = Array.from(this.#sum, (word) => word.toString(16).padStart(8, "0"));
    return { rows: this.#rows, sum: words.join("") };
  }

  /** Adds or subtracts the hash that begins at `start`. */
  #change(hash: Uint32Array, start: number, sign: 1 | -1): void {
    let carry = 0;
    for (let index = WORDS - 1; index >= 0; index -= 1) {
      const word = (this.#sum[index] as number) + sign * (hash[start + index] as number) + carry;
      carry = word >= WORD ? 1 : word < 0 ? -1 : 0;
      this.#sum[index] = word - carry * WORD;
    }
  }
}
