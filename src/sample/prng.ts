/**
 * Repeatable random numbers for the sample company. A 32-bit generator like SplitMix: a counter that advances
 * by an odd constant, followed by the finalizer of MurmurHash3 (both are published algorithms). Invariant:
 * the numbers of a stream depend only on the seed and the stream's name, so that a change in one part of the
 * company does not affect the other parts. All operations are exact, so the numbers are the same on every
 * machine.
 */

const STEP = 0x9e3779b9;

/** Scrambles 32 bits. Different inputs have different outputs. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

export class Prng {
  #state: number;

  /** Starts the stream `name`. The lowest 53 bits of `seed` are used. */
  constructor(seed: number, name: string) {
    let state = mix(seed) ^ mix(Math.floor(seed / 4_294_967_296) + STEP);
    for (let at = 0; at < name.length; at += 1) state = mix(state + Math.imul(name.charCodeAt(at) + 1, STEP));
    this.#state = state | 0;
  }

  /** Returns a number from 0 to less than 1, in steps of 2^-32. */
  next(): number {
    this.#state = (this.#state + STEP) | 0;
    return mix(this.#state) / 4_294_967_296;
  }

  /** Returns an integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Returns a number from `least` to less than `most`. */
  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** Returns a number from 1 - `spread` to 1 + `spread`; numbers near 1 are the most likely. */
  around(spread: number): number {
    return 1 + (this.next() + this.next() - 1) * spread;
  }

  /** Returns a number from `least` to `most`; small numbers are more likely, as for amounts of purchases. */
  skewed(least: number, most: number): number {
    const value = this.next();
    return least + (most - least) * value * (0.25 + 0.75 * value);
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns a random item of a list that is not empty. */
  pick<T>(list: readonly [T, ...T[]]): T {
    return list[Math.floor(this.next() * list.length)] ?? list[0];
  }
}
