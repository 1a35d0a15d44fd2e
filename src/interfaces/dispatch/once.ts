/**
 * Requests with an `Idempotency-Key` are carried out once (`tenants/retries`). Invariant: the hash of an
 * input covers all of it, files to the last byte.
 */
import { createHash } from "node:crypto";
import { ArrivingFile, keyUse, SentFile } from "../../contract/operation.ts";
import type { RetriesService } from "../../modules/tenants/retries/index.ts";
import type { Exchange } from "./exchange.ts";

/** Carries a request out, or repeats its first answer, where it brought a key that the handler does not use. */
export async function carryOut(
  exchange: Exchange,
  retries: RetriesService,
  work: (body: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { principal, idempotencyKey: key, now, bound, input, bodyValue } = exchange;
  if (key === null || keyUse(bound.operation) !== "optional") return work(bodyValue);
  const { body, inputHash } = hashed(input, bodyValue);
  const { companyId, userId } = principal;
  const { output, isRepeated } = await retries.once(
    { companyId, userId, operation: bound.operation.id, key, now, inputHash },
    () => work(body),
  );
  exchange.isRetry = isRepeated;
  return output;
}

interface HashedInput {
  /** The body for the handler, in place of the one that was given. */
  readonly body: unknown;
  /** The hash of the input, in hexadecimal digits; reads what is left of a file that is still arriving. */
  readonly inputHash: () => Promise<string>;
}

function hashed(input: unknown, body: unknown): HashedInput {
  const arriving: (() => Promise<string>)[] = [];
  const fields = Object.entries((body ?? {}) as Readonly<Record<string, unknown>>).map(
    ([name, value]): [string, unknown] => {
      if (!(value instanceof ArrivingFile)) return [name, value];
      const { file, digest } = hashedFile(value);
      arriving.push(digest);
      return [name, file];
    },
  );
  const given = body === undefined ? undefined : Object.fromEntries(fields);
  return {
    body: given,
    async inputHash() {
      const digests = [];
      for (const digest of arriving) digests.push(await digest());
      return sha256(JSON.stringify([input, given, digests], inOneOrder));
    },
  };
}

/** A file that is hashed while it is read. */
function hashedFile({ name, content }: ArrivingFile): {
  readonly file: ArrivingFile;
  readonly digest: () => Promise<string>;
} {
  const hash = createHash("sha256");
  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
  }
  const passing = pieces();
  let digest: string | null = null;
  return {
    file: new ArrivingFile(name, passing),
    async digest() {
      for await (const piece of passing) void piece;
      digest ??= hash.digest("hex");
      return digest;
    },
  };
}

/** Writes members in the order of their names, so that their order in the request does not matter. */
function inOneOrder(_name: string, value: unknown): unknown {
  if (value instanceof ArrivingFile) return { file: value.name };
  if (value instanceof SentFile) return { file: value.name, sha256: sha256(...value.content) };
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function sha256(...pieces: readonly (Uint8Array | string)[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}
