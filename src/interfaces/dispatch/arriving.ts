/**
 * Reads a form with one file while it arrives. Invariants: only the part of the file that its reader
 * requested is in memory; when the file has been read to its end, the whole form was valid; reading stops
 * when the form is refused or its reader has gone.
 */
import { once } from "node:events";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import type { TObject } from "typebox";
import { ArrivingFile } from "../../contract/operation.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { CallersNameRefusal } from "./callers-name.ts";
import type { ArrivingBody } from "./exchange.ts";
import { malformed, PART_HEADERS_MOST, PARTS_MOST, shownName } from "./form.ts";
import { isStorable } from "./json.ts";

/**
 * The file of a form by the name of its field, as soon as it begins. `most` are the bytes of the whole form.
 */
export async function readArrivingForm(
  schema: TObject,
  body: ArrivingBody,
  contentType: string,
  most: number,
): Promise<Record<string, ArrivingFile>> {
  const [name = ""] = Object.keys(schema.properties);
  return { [name]: await arrivingFile(name, body, contentType, most) };
}

function openForm(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { fieldSize: LIMITS.json_body_bytes.value, parts: PARTS_MOST, headerPairs: PART_HEADERS_MOST },
    });
  } catch {
    throw malformed();
  }
}

function arrivingFile(
  field: string,
  { content, signal }: ArrivingBody,
  contentType: string,
  most: number,
): Promise<ArrivingFile> {
  const form = openForm(contentType);
  const stop = new AbortController();
  const began = Promise.withResolvers<ArrivingFile>();
  const ended = Promise.withResolvers<void>();
  // Both may fail without a listener: a form without a file, a reader that went away.
  for (const { promise } of [began, ended]) promise.catch(() => {});
  let file: BusboyFileStream | null = null;

  function fail(refusal: unknown): void {
    began.reject(refusal);
    ended.reject(refusal);
    stop.abort();
    file?.destroy();
  }

  form.on("file", (name: string | undefined, stream: BusboyFileStream, filename: string | undefined) => {
    stream.on("error", () => fail(malformed()));
    if (name === field && file === null && (filename === undefined || isStorable(filename))) {
      file = stream;
      began.resolve(
        new ArrivingFile(filename?.slice(0, LIMITS.text_field_characters.value) ?? null, piecesOf(stream)),
      );
      return;
    }
    stream.resume();
    fail(name === field && file === null ? malformed() : strayRefusal(name, field));
  });
  form.on("field", (name: string | undefined) =>
    fail(
      name === field && file === null
        ? refuse("invalid_request", {
            param: field,
            message: `\`${field}\` must be sent as a file, with a file name.`,
          })
        : strayRefusal(name, field),
    ),
  );
  form.on("partsLimit", () =>
    fail(refuse("invalid_request", { message: `The form has more than ${PARTS_MOST} fields.` })),
  );
  form.on("error", () => fail(malformed()));
  form.on("finish", () => {
    if (file === null)
      fail(refuse("parameter_missing", { param: field, message: `\`${field}\` is required.` }));
    ended.resolve();
  });

  signal.addEventListener("abort", () => fail(malformed()), { once: true });

  /** Hands the form what arrives, as fast as it takes it. */
  async function feed(): Promise<void> {
    let size = 0;
    for await (const piece of content) {
      size += piece.length;
      if (size > most)
        throw refuse("invalid_request", { message: `The request body is larger than ${most} bytes.` });
      if (stop.signal.aborted) return;
      if (!form.write(piece)) await once(form, "drain", { signal: stop.signal });
    }
    form.end();
  }

  async function* piecesOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const piece of stream) yield piece as Uint8Array;
      await ended.promise;
    } catch (error) {
      // The form's own error is more precise than the end of its file.
      await ended.promise;
      throw error;
    } finally {
      stop.abort();
      form.removeAllListeners("finish");
    }
  }

  feed().catch((error: unknown) => {
    // Also when the caller went away in the middle.
    if (!stop.signal.aborted) fail(error instanceof Refusal ? error : malformed());
  });
  return began.promise;
}

function strayRefusal(name: string | undefined, field: string): Refusal {
  if (name === undefined || !isStorable(name)) return malformed();
  if (name === field)
    return refuse("invalid_request", { param: field, message: `\`${field}\` is given more than once.` });
  return new CallersNameRefusal(shownName(name), `Unknown field \`${shownName(name)}\`.`);
}
