/**
 * Repeatable randomness for the sample company. A 32-bit generator of the SplitMix kind: a counter
 * that advances by an odd constant, followed by the finalizer of MurmurHash3 (both published
 * algorithms). Invariant: a stream's values depend on the seed and the stream's name only, so that
 * one part of the company can change without moving the others. Only exact operations are used, so
 * the values are the same on every machine.
 */

const STEP = 0x9e3779b9;

/** Scrambles 32 bits; every input has a different output. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

export class Prng {
  #state: number;

  /** `seed` is any number, of which the lowest 32 bits and the next 21 count; `name` names the stream. */
  constructor(seed: number, name: string) {
    let state = mix(seed) ^ mix(Math.floor(seed / 4_294_967_296) + STEP);
    for (let at = 0; at < name.length; at += 1) state = mix(state + Math.imul(name.charCodeAt(at) + 1, STEP));
    this.#state = state | 0;
  }

  /** At least 0 and less than 1, in steps of 2^-32. */
  next(): number {
    this.#state = (this.#state + STEP) | 0;
    return mix(this.#state) / 4_294_967_296;
  }

  /** An integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** At least `least` and less than `most`. */
  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** Near 1, at most `spread` away from it; the middle is likelier than the ends. */
  around(spread: number): number {
    return 1 + (this.next() + this.next() - 1) * spread;
  }

  /** From `least` to `most` with many small and few large values, as amounts are in a purchase journal. */
  skewed(least: number, most: number): number {
    const value = this.next();
    return least + (most - least) * value * (0.25 + 0.75 * value);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list that isn't empty. */
  pick<T>(list: readonly [T, ...T[]]): T {
    return list[Math.floor(this.next() * list.length)] ?? list[0];
  }
}
