/**
 * SHA-256 (FIPS 180-4) of texts: by `crypto.hash` of Node.js where it is there. That of browsers is
 * asynchronous and takes longer than a row does, and pages that were loaded without encryption lack it.
 */

const ROUNDS = 64;
const BLOCK_BYTES = 64;
/** Words of 32 bits of a hash. */
export const WORDS = 8;

/** The first 32 bits of the fractional part of a number. */
function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let next = 2; found.length < count; next += 1)
    if (found.every((prime) => next % prime !== 0)) found.push(next);
  return found;
}

const ROUND_CONSTANTS = Int32Array.from(primes(ROUNDS), (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes(WORDS), (prime) => fraction(Math.sqrt(prime)));

const encoder = new TextEncoder();
const schedule = new Int32Array(ROUNDS);
const state = new Int32Array(WORDS);
let bytes = new Uint8Array(4096);
let view = new DataView(bytes.buffer);

/** Writes a text with its padding into `bytes`, and returns the number of blocks. */
function pad(text: string): number {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  const most = text.length * 3 + 2 * BLOCK_BYTES;
  if (bytes.length < most) {
    bytes = new Uint8Array(most * 2);
    view = new DataView(bytes.buffer);
  }
  const { written: length } = encoder.encodeInto(text, bytes);
  const blocks = Math.ceil((length + 9) / BLOCK_BYTES);
  const end = blocks * BLOCK_BYTES;
  bytes.fill(0, length, end);
  bytes[length] = 0x80;
  view.setUint32(end - 8, Math.floor(length / 2 ** 29));
  view.setUint32(end - 4, length << 3);
  return blocks;
}

function compress(start: number): void {
  const w = schedule;
  for (let t = 0; t < 16; t += 1) w[t] = view.getInt32(start + t * 4);
  for (let t = 16; t < ROUNDS; t += 1) {
    const x = w[t - 15] as number;
    const y = w[t - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16] as number) + s0 + (w[t - 7] as number) + s1;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let t = 0; t < ROUNDS; t += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + (ROUND_CONSTANTS[t] as number) + (w[t] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = s0 + ((a & b) | (c & (a | b)));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

interface Builtin {
  readonly process?: {
    getBuiltinModule?(name: string):
      | {
          readonly hash?: (algorithm: string, text: string, encoding: "latin1") => string;
        }
      | undefined;
  };
}

/** The runtime's own function, which Node.js has from 20.12 on; undefined elsewhere. */
const native = (globalThis as Builtin).process?.getBuiltinModule?.("node:crypto")?.hash;

/**
 * Writes the hash of a text in UTF-8 into `target` at `start`, as eight words of 32 bits, the highest first.
 * Returns `target`. `own` is false to use the runtime's function if there is one.
 */
export function sha256(text: string, target: Uint32Array, start: number, own = native === undefined) {
  if (native !== undefined && !own) {
    const hash = native("sha256", text, "latin1");
    for (let at = 0; at < WORDS; at += 1) {
      const byte = at * 4;
      const high = (hash.charCodeAt(byte) << 24) | (hash.charCodeAt(byte + 1) << 16);
      target[start + at] = high | (hash.charCodeAt(byte + 2) << 8) | hash.charCodeAt(byte + 3);
    }
    return target;
  }
  const blocks = pad(text);
  state.set(START);
  for (let block = 0; block < blocks; block += 1) compress(block * BLOCK_BYTES);
  target.set(state, start);
  return target;
}
