/**
 * The program of the separate process: reads one PDF, which may be malicious, and writes the facts about it.
 * Invariant: the process answers once or dies; a second thread watches its memory and time, because the
 * reading thread may be in an endless loop.
 */
import { readSync, writeSync } from "node:fs";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { ANSWER_FD, FILE_FD, lettersOf, type LookBounds, type PdfBound, type PdfFacts } from "./words.ts";

const WATCH_MS = 10;
/** The number of letters at the end of a page that are searched together with the next page. */
const OVERLAP = 200;
/** A complete PDF has the end marker within its last `TAIL_BYTES` bytes. */
const TAIL_BYTES = 2_048;
const END = "%%EOF";

if (isMainThread) {
  const bounds = JSON.parse(process.argv[2] ?? "") as LookBounds;
  new Worker(new URL(import.meta.url), { workerData: bounds }).unref();
  void main(bounds);
} else {
  const { memoryBytes, cpuMs } = workerData as LookBounds;
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const bound: PdfBound | null =
      process.memoryUsage.rss() > memoryBytes
        ? "pdf_check_bytes"
        : (user + system) / 1_000 > cpuMs
          ? "pdf_check_cpu_ms"
          : null;
    if (bound === null) return;
    writeSync(ANSWER_FD, bound);
    process.kill(process.pid, "SIGKILL");
  }, WATCH_MS);
}

async function main(bounds: LookBounds): Promise<void> {
  const facts = await look(bounds).catch(() => null);
  writeSync(ANSWER_FD, JSON.stringify(facts));
  process.exit(0);
}

function readAll(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size;) {
    const read = readSync(FILE_FD, bytes, at, size - at, at);
    if (read === 0) throw new Error("the file is shorter than it was");
    at += read;
  }
  return bytes;
}

/** Throws unless the file is a PDF that can be read to its end without a password. */
async function look({ size, marker }: LookBounds): Promise<PdfFacts> {
  const data = readAll(size);
  if (!Buffer.from(data.buffer, Math.max(0, size - TAIL_BYTES)).includes(END))
    throw new Error("the file has no end");
  // The library is loaded here, because the watching thread runs by now.
  const { getDocument } = await import("unpdf/pdfjs");
  const document = await getDocument({
    data,
    verbosity: 0,
    stopAtErrors: true,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  }).promise;
  const pages = document.numPages;
  if (pages < 1) throw new Error("no pages");
  const sought = new RegExp(marker, "u");
  let [isMarked, tail] = [false, ""];
  for (let number = 1; number <= pages; number += 1) {
    const page = await document.getPage(number);
    let text = tail;
    for await (const { items } of chunksOf(page.streamTextContent()))
      for (const item of items) if ("str" in item) text += lettersOf(item.str);
    isMarked ||= sought.test(text);
    tail = text.slice(-OVERLAP);
    page.cleanup();
  }
  return { pages, isMarked };
}

interface TextChunk {
  readonly items: readonly ({ readonly str: string } | object)[];
}

/** The library returns a `ReadableStream` whose chunks have no type. */
async function* chunksOf(stream: ReadableStream): AsyncGenerator<TextChunk, void, undefined> {
  for await (const chunk of stream) yield chunk as TextChunk;
}
