/**
 * Objects in memory, for the example answers in the documentation. Their links are fixed texts that lead
 * nowhere.
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
  const stored = new Map<string, { readonly content: Uint8Array; readonly contentType: string }>();
  const contentOf = (key: string): Uint8Array | null => stored.get(key)?.content ?? null;
  return {
    open: async () => {},
    async put(key, content, contentType) {
      assertKey(key);
      stored.set(key, { content: Uint8Array.from(content), contentType });
    },
    async putFile(key, file, contentType) {
      assertKey(key);
      const pieces: Uint8Array[] = [];
      for await (const piece of file.read()) pieces.push(piece);
      stored.set(key, { content: Buffer.concat(pieces), contentType });
    },
    async find(key) {
      const object = stored.get(key);
      return object === undefined ? null : { size: object.content.length, contentType: object.contentType };
    },
    read: async (key) => contentOf(key),
    async stream(key) {
      const content = contentOf(key);
      return content && once(content);
    },
    async delete(key) {
      stored.delete(key);
    },
    async *list(prefix) {
      assertPrefix(prefix);
      for (const key of stored.keys()) if (key.startsWith(prefix)) yield key;
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
    secret: async () => Buffer.from("of the documentation"),
    served: null,
    close: async () => {},
  };
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield content;
}
