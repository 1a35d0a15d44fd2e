/**
 * The template with the sample company: a data folder with its books up to the day on which the template was
 * made, compressed. Invariant: it holds nothing that installations must not share, such as keys, and nothing
 * that changes with the day alone; a first start adds both, and the days since then. A file in a data folder
 * says that this is yet to be done.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { constants, createZstdDecompress, zstdCompress } from "node:zlib";
import { addMonths, type CivilDate, parseCivilDate } from "@daybook/words/civil-date";
import { removeFlushed, replaceFile } from "../machine/durable.ts";
import { readTexts } from "../machine/files.ts";
import { fingerprint, listMigrations } from "./migrate.ts";

/** Where installing the project saves its templates, and where a package has them. */
export const TEMPLATES = fileURLToPath(new URL("../../../node_modules/.cache/daybook/", import.meta.url));
const PACKAGED = fileURLToPath(new URL("../../../templates/", import.meta.url));
const SAMPLE = fileURLToPath(new URL("../../sample/", import.meta.url));

/** Older templates are not used: their companies would be older than others by as much. */
const MOST_MONTHS = 12;
const LEVEL = 9;
const CHUNK_BYTES = 1_000_000;

/** The file of a data folder that holds the last day of a sample company that is to be brought up to date. */
const UNTIL = "sample-until";

export interface SampleTemplate {
  /** The last day of the company's books. */
  readonly until: CivilDate;
  /** Reads the tar file of the data folder. */
  read(): AsyncIterable<Uint8Array>;
}

/** Returns the latest template up to a day that this version made; null for none. */
export async function findSampleTemplate(today: CivilDate): Promise<SampleTemplate | null> {
  const start = await nameStart();
  const oldest = addMonths(today, -MOST_MONTHS);
  const files = await Promise.all(
    [TEMPLATES, PACKAGED].map(async (folder) =>
      (await readdir(folder).catch(() => [])).flatMap((name) => {
        const until = name.startsWith(start) ? dayOf(name.slice(start.length)) : null;
        return until === null || until > today || until < oldest ? [] : [{ until, path: join(folder, name) }];
      }),
    ),
  );
  const [latest] = files.flat().toSorted((a, b) => (a.until < b.until ? 1 : -1));
  if (latest === undefined) return null;
  const { until, path } = latest;
  return {
    until,
    read: () => readPacked(path),
  };
}

/** Yields the content of a compressed file. Throws where the file was damaged, at the latest at its end. */
async function* readPacked(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const content = createZstdDecompress({ chunkSize: CHUNK_BYTES });
  // An error destroys `content` too, whose reader gets it.
  pipeline(createReadStream(path), content).catch(() => {});
  yield* content as AsyncIterable<Uint8Array>;
}

/** Saves a template, and deletes all others. */
export async function saveSampleTemplate(tar: Blob, until: CivilDate): Promise<void> {
  const name = `${await nameStart()}${until}${ENDING}`;
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };
  const packed = await promisify(zstdCompress)(Buffer.from(await tar.arrayBuffer()), { params });
  await replaceFile(join(TEMPLATES, name), packed);
  const others = (await readdir(TEMPLATES)).filter((other) => other.startsWith(KIND) && other !== name);
  await Promise.all(others.map((other) => rm(join(TEMPLATES, other), { force: true })));
}

const KIND = "sample-";
const ENDING = ".tar.zst";

/** A template is of one schema and of one simulation, whose later days follow from the earlier ones. */
async function nameStart(): Promise<string> {
  const hash = createHash("sha256").update(fingerprint(await listMigrations()));
  for (const [name, text] of await readTexts(SAMPLE)) if (!name.includes(".test.")) hash.update(text);
  return `${KIND}${hash.digest("hex").slice(0, 16)}-`;
}

function dayOf(text: string): CivilDate | null {
  return text.endsWith(ENDING) ? parseCivilDate(text.slice(0, -ENDING.length)) : null;
}

/** Notes in a data folder that its sample company is to be brought up to date. Flushes nothing. */
export async function noteSampleDay(data: string, until: CivilDate): Promise<void> {
  await replaceFile(join(data, UNTIL), until, 0o600);
}

/** Returns the day of `noteSampleDay` of a home folder; null where there is nothing to be done. */
export async function readSampleDay(home: string): Promise<CivilDate | null> {
  return parseCivilDate(await readFile(join(home, "data", UNTIL), "utf8").catch(() => ""));
}

/** Removes the note. */
export async function forgetSampleDay(home: string): Promise<void> {
  await removeFlushed(join(home, "data", UNTIL));
}
