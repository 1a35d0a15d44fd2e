/**
 * Uploaded files in tests: makes PDFs, uploads them in forms or directly to the object storage, and attaches
 * them to records.
 */
import { createHash } from "node:crypto";
import PDFDocument from "pdfkit";
import { Refusal } from "../../src/core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { TestApp, TestCompany } from "./app.ts";
import type { WireError } from "./exchange.ts";

export interface FileAnswer {
  readonly id: string;
  readonly object: string;
  readonly filename: string;
  readonly size: number;
  readonly created: number;
  readonly expires_at: number;
}

export interface UploadAnswer {
  readonly object: string;
  readonly file_id: string;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expires_at: number;
}

/** Makes an ordinary PDF with one page per text. */
export function pdfOf(
  texts: readonly string[] = ["Form 1120"],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ autoFirstPage: false, ...options });
    const pieces: Buffer[] = [];
    document.on("data", (piece: Buffer) => pieces.push(piece));
    document.on("end", () => resolve(new Uint8Array(Buffer.concat(pieces))));
    for (const text of texts) document.addPage().text(text);
    document.end();
  });
}

/** Makes a PDF of objects, which are numbered from 1. The first object must be the catalog. */
export function pdfOfObjects(objects: readonly (string | Buffer)[]): Uint8Array<ArrayBuffer> {
  const pieces: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const places: number[] = [];
  let at = pieces[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    places.push(at);
    const piece = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from("\nendobj\n"),
    ]);
    pieces.push(piece);
    at += piece.length;
  }
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  pieces.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(pieces));
}

export function md5Of(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("base64");
}

/** Returns a form with one file. */
export function formWith(
  bytes: Uint8Array<ArrayBuffer>,
  name = "return.pdf",
  type = "application/pdf",
): FormData {
  const form = new FormData();
  form.append("file", new File([bytes], name, { type }));
  return form;
}

/** Returns the requests of one company about files. */
export function filesOf(http: TestApp, { key }: Pick<TestCompany, "key">) {
  const sendForm = (form: FormData) => http.send<FileAnswer>("/files", { key, method: "POST", body: form });
  return {
    sendForm,
    /** Uploads a PDF; fails unless it is accepted. */
    async upload(bytes: Uint8Array<ArrayBuffer>, name?: string, type?: string): Promise<FileAnswer> {
      const { status, body, text } = await sendForm(formWith(bytes, name, type));
      if (status !== 201) throw new Error(`the upload was answered ${status}: ${text}`);
      return body;
    },
    refusal: (form: FormData): Promise<WireError> =>
      http.refusal("/files", { key, method: "POST", body: form }),
    /** Announces a direct upload of bytes. */
    async announce(bytes: Uint8Array, changes: object = {}): Promise<UploadAnswer> {
      const { status, body, text } = await http.send<UploadAnswer>("/file_uploads", {
        key,
        method: "POST",
        body: { filename: "return.pdf", size: bytes.length, checksum: md5Of(bytes), ...changes },
      });
      if (status !== 201) throw new Error(`the announcement was answered ${status}: ${text}`);
      return body;
    },
  };
}

/** Uploads bytes to the URL of an announced upload, without credentials. */
export async function putBytes(
  { url, headers }: Pick<UploadAnswer, "url" | "headers">,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url, { method: "PUT", headers, body: bytes });
  return { status: response.status, text: await response.text() };
}

/** Returns the keys of the stored objects of a company's files. */
export async function storedOf({ app }: TestApp, companyId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.objects.list(`${companyId}/files/`)) keys.push(key);
  return keys.toSorted();
}

/**
 * Attaches a file to a record as a module does: inspects the file, then attaches it in a transaction. Returns
 * the code of the refusal, or null.
 */
export async function take(
  { app }: TestApp,
  companyId: PublicId<"company">,
  fileId: string,
  record = "tax_record",
): Promise<string | null> {
  try {
    await app.files.inspectPdf(companyId, fileId, app.clock.now(), AbortSignal.timeout(60_000));
    await app.db.transaction((tx) => app.files.attachFile(tx, companyId, fileId, record, app.clock.now()));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
