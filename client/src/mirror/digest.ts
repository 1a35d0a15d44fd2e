/**
 * The digest of a feed, kept row by row: the number of rows, and the sum modulo 2^256 of the SHA-256 of each
 * one's canonical text. The guide "Mirror a feed" of the service defines it.
 */
import type { Row, Value } from "./rows.ts";
import { sha256 } from "./sha256.ts";

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

function textOf(value: Value | undefined): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value ?? null);
}

export class Digest {
  #rows: number;
  /** The sum in words of 32 bits, the highest first. */
  readonly #sum: Uint32Array;

  constructor({ rows, sum }: DigestText) {
    this.#rows = rows;
    this.#sum = Uint32Array.from({ length: 8 }, (_, index) =>
      Number.parseInt(sum.slice(index * 8, index * 8 + 8), 16),
    );
  }

  add(row: Row): void {
    this.#rows += 1;
    this.#change(row, 1);
  }

  remove(row: Row): void {
    this.#rows -= 1;
    this.#change(row, -1);
  }

  text(): DigestText {
    const words = Array.from(this.#sum, (word) => word.toString(16).padStart(8, "0"));
    return { rows: this.#rows, sum: words.join("") };
  }

  #change(row: Row, sign: 1 | -1): void {
    let text = "[";
    for (let index = 0; index < MEMBERS.length; index += 1)
      text += (index === 0 ? "" : ", ") + textOf(row[MEMBERS[index] as string]);
    const hash = sha256(`${text}]`);
    let carry = 0;
    for (let index = 7; index >= 0; index -= 1) {
      const word = (this.#sum[index] as number) + sign * ((hash[index] as number) >>> 0) + carry;
      carry = word >= WORD ? 1 : word < 0 ? -1 : 0;
      this.#sum[index] = word - carry * WORD;
    }
  }
}
