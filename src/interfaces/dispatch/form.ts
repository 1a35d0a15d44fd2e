/**
 * Reads the body of a form (`multipart/form-data`) by the schema of its fields: files as files, lists and
 * objects as JSON, everything else as text. The parts are found by busboy. Invariant: a form is read whole or
 * refused; a file's bytes are not copied.
 */
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import type { TObject } from "typebox";
import { isFileSchema, SentFile } from "../../contract/operation.ts";
import { type Refusal, refuse } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { CallersNameRefusal } from "./callers-name.ts";
import { isStorable, readJson } from "./json.ts";

/** More than any form's fields need of each. */
export const PARTS_MOST = 100;
export const PART_HEADERS_MOST = 20;

/** The content of a part: its text or its file. */
type Part = string | SentFile;

/**
 * Reads the fields of a form by name; unknown ones are kept as they are. Refuses `invalid_request` for an
 * invalid form or field value.
 */
export async function readForm(
  schema: TObject,
  bytes: Buffer,
  contentType: string,
): Promise<Record<string, unknown>> {
  const parts = await partsOf(bytes, contentType);
  return Object.fromEntries([...parts].map(([name, part]) => [name, valueOf(schema, name, part)]));
}

export function malformed(): Refusal {
  return refuse("invalid_request", {
    message:
      "The request body is not a complete form: `multipart/form-data` with the boundary that its `Content-Type` names.",
  });
}

function partsOf(bytes: Buffer, contentType: string): Promise<ReadonlyMap<string, Part>> {
  return new Promise((resolve, reject) => {
    const parts = new Map<string, Part>();
    const put = (name: string | undefined, part: Part): void => {
      if (name === undefined || !isStorable(name)) reject(malformed());
      else if (parts.has(name))
        reject(new CallersNameRefusal(shownName(name), `\`${shownName(name)}\` is given more than once.`));
      else parts.set(name, part);
    };
    let form: InstanceType<typeof Busboy>;
    try {
      form = new Busboy({
        headers: { "content-type": contentType },
        limits: {
          fieldSize: LIMITS.json_body_bytes.value,
          parts: PARTS_MOST,
          headerPairs: PART_HEADERS_MOST,
        },
      });
    } catch {
      reject(malformed());
      return;
    }
    form.on("file", (name: string | undefined, stream: BusboyFileStream, filename: string | undefined) => {
      const content: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => content.push(chunk));
      stream.on("error", () => reject(malformed()));
      if (filename !== undefined && !isStorable(filename)) reject(malformed());
      put(
        name,
        new SentFile(
          filename === undefined ? null : filename.slice(0, LIMITS.text_field_characters.value),
          content,
        ),
      );
    });
    form.on("field", (name: string | undefined, text: string, _nameCut: boolean, cut: boolean) => {
      if (cut)
        reject(
          refuse("invalid_request", {
            message: `A field of the form is larger than ${LIMITS.json_body_bytes.value} bytes; only a file may be larger.`,
          }),
        );
      put(name, text);
    });
    form.on("partsLimit", () =>
      reject(refuse("invalid_request", { message: `The form has more than ${PARTS_MOST} fields.` })),
    );
    form.on("error", () => reject(malformed()));
    form.on("finish", () => resolve(parts));
    form.end(bytes);
  });
}

/** The longest part of a caller's own name that an error repeats. */
const NAME_SHOWN = 100;

export function shownName(name: string): string {
  return name.slice(0, NAME_SHOWN);
}

/**
 * The value that a part is for its field. What no field of the schema is stays as it came, to be refused as
 * unknown.
 */
function valueOf(schema: TObject, name: string, part: Part): unknown {
  const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (field === undefined) return null;
  const no = (message: string) =>
    refuse("invalid_request", { param: name, message: `\`${name}\` ${message}` });
  if (isFileSchema(field)) {
    if (part instanceof SentFile) return part;
    throw no("must be sent as a file, with a file name.");
  }
  if (part instanceof SentFile) throw no("must be sent as a field, not as a file.");
  if (!isStorable(part)) throw no("contains NUL or half of a surrogate pair.");
  if (!("type" in field) || (field.type !== "array" && field.type !== "object")) return part;
  const value = readJson(Buffer.from(part));
  if (value === undefined) throw no("must be JSON in a form.");
  return value;
}
