/**
 * Objects in memory, with addresses that lead nowhere and are the same each time: for the answers that
 * documents show.
 */
import {
  assertKey,
  assertLink,
  assertPrefix,
  assertUpload,
  type Objects,
  percentEncoded,
  uploadHeaders,
} from "./objects.ts";

const ORIGIN = "https://storage.example.com";

export function memoryObjects(): Objects {
  const kept = new Map<string, { readonly content: Uint8Array; readonly contentType: string }>();
  const contentOf = (key: string): Uint8Array | null => kept.get(key)?.content ?? null;
  return {
    open: async () => {},
    async put(key, content, contentType) {
      assertKey(key);
      kept.set(key, { content: Uint8Array.from(content), contentType });
    },
    async putFile(key, file, contentType) {
      assertKey(key);
      const pieces: Uint8Array[] = [];
      for await (const piece of file.read()) pieces.push(piece);
      kept.set(key, { content: Buffer.concat(pieces), contentType });
    },
    async find(key) {
      const object = kept.get(key);
      return object === undefined ? null : { size: object.content.length, contentType: object.contentType };
    },
    read: async (key) => contentOf(key),
    async stream(key) {
      const content = contentOf(key);
      return content && once(content);
    },
    async delete(key) {
      kept.delete(key);
    },
    async *list(prefix) {
      assertPrefix(prefix);
      for (const key of kept.keys()) if (key.startsWith(prefix)) yield key;
    },
    async link(key, options) {
      assertLink(key, options);
      return `${ORIGIN}/${key}?filename=${percentEncoded(options.filename)}&expires=${options.expiresAt}&signature=...`;
    },
    async signUpload(key, options) {
      assertUpload(key, options);
      return {
        url: `${ORIGIN}/${key}?expires=${options.expiresAt}&signature=...`,
        headers: uploadHeaders(options),
      };
    },
    served: null,
    close: async () => {},
  };
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield content;
}
