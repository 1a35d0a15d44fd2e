/**
 * Loaded before the service (`--import`), it records what the service writes, flushes and names in its
 * folder, below all of its code, and at random moments writes images of what a loss of power could leave of
 * it. What was flushed is in each image. Of anything else a random part is: single pages, torn pages, new
 * lengths, and the names in folders that were not flushed. Invariant: an image never has less than a POSIX
 * file system guarantees; a flush of a file says nothing about its name.
 *
 *   POWER_LOSS_HOME   the folder that is recorded
 *   POWER_LOSS_OUT    an existing folder for the images
 *   POWER_LOSS_SEED   the seed of all chances
 *   POWER_LOSS_GAPS   how many operations lie between two images, on average: `count x gap, ...`
 */
import fs, { type OpenMode, type PathLike } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { isMainThread } from "node:worker_threads";
import type { Image } from "./images.ts";

const PAGE_BYTES = 4096;
/** A disk writes a sector completely or not at all. */
const SECTOR_BYTES = 512;

/** A file or folder, independent of its name. */
interface Entry {
  readonly isFolder: boolean;
  /** Its present path; null once it is removed. */
  path: string | null;
  /** The content that is certainly on the disk. */
  flushed: Buffer;
  /** The pages that were written since. */
  readonly unflushed: Set<number>;
  /** The flush that each page was last part of, because a flush may end after one that began later. */
  readonly flushOf: Map<number, number>;
  /** The name of the stored content of `flushed`, while it is the whole content. */
  stored: string | null;
}

type Change =
  | { readonly kind: "add"; readonly path: string; readonly entry: Entry }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "move"; readonly from: string; readonly to: string; readonly entry: Entry };

const root = resolve(process.env["POWER_LOSS_HOME"] ?? "");
const out = process.env["POWER_LOSS_OUT"] ?? "";

const own = { ...fs, promises: { ...fs.promises } };
const random = randomOf(Number(process.env["POWER_LOSS_SEED"] ?? 1));
const gaps = gapsOf(process.env["POWER_LOSS_GAPS"] ?? "40x100");
/** All names as the running system sees them, and those that are on the disk for certain. */
const names = new Map<string, Entry>();
const flushedNames = new Map<string, Entry>();
let changes: Change[] = [];
const open = new Map<number, Entry>();
let images = 0;
let contents = 0;
let operations = 0;
let flushes = 0;
let next = gaps.shift() ?? Number.POSITIVE_INFINITY;

const pathOf = (path: PathLike | number): string | null => {
  if (typeof path !== "string") return null;
  const whole = resolve(path);
  return whole === root || whole.startsWith(`${root}/`) ? whole : null;
};

/** Counts an operation, and writes an image if it is time. */
function tick(): void {
  operations += 1;
  if (operations < next) return;
  const gap = gaps.shift();
  next = gap === undefined ? Number.POSITIVE_INFINITY : operations + gap;
  writeImage();
}

function newEntry(path: string, isFolder: boolean): Entry {
  return { isFolder, path, flushed: Buffer.alloc(0), unflushed: new Set(), flushOf: new Map(), stored: null };
}
for (const each of [names, flushedNames]) each.set(root, newEntry(root, true));

function add(path: string, isFolder: boolean): Entry {
  const found = names.get(path);
  if (found) return found;
  tick();
  const entry = newEntry(path, isFolder);
  names.set(path, entry);
  changes.push({ kind: "add", path, entry });
  return entry;
}

function remove(path: string): void {
  for (const [each, entry] of Array.from(names)) {
    if (each !== path && !each.startsWith(`${path}/`)) continue;
    tick();
    names.delete(each);
    // Its content may come back with its name, so it is kept as it was at the end.
    if (entry.path === each) entry.path = null;
    changes.push({ kind: "remove", path: each });
  }
}

function move(from: string, to: string): void {
  tick();
  const replaced = names.get(to);
  if (replaced) replaced.path = null;
  for (const [each, entry] of Array.from(names)) {
    if (each !== from && !each.startsWith(`${from}/`)) continue;
    const path = to + each.slice(from.length);
    names.delete(each);
    names.set(path, entry);
    entry.path = path;
    // The content of a folder moves with it.
    if (each === from) changes.push({ kind: "move", from, to, entry });
  }
}

/** Applies changes of names to a state of the disk. */
function apply(state: Map<string, Entry>, some: readonly Change[]): void {
  for (const change of some) {
    if (change.kind === "add") state.set(change.path, change.entry);
    else if (change.kind === "remove") state.delete(change.path);
    else {
      for (const [each, entry] of Array.from(state)) {
        if (!each.startsWith(`${change.from}/`)) continue;
        state.delete(each);
        state.set(change.to + each.slice(change.from.length), entry);
      }
      state.delete(change.from);
      state.set(change.to, change.entry);
    }
  }
}

function wrote(entry: Entry | undefined, from: number, to: number): void {
  if (!entry || entry.isFolder) return;
  tick();
  for (let page = Math.floor(from / PAGE_BYTES); page * PAGE_BYTES < to; page += 1) entry.unflushed.add(page);
}

/** The content as the running system sees it. */
const present = (entry: Entry): Buffer =>
  entry.path !== null && own.existsSync(entry.path) ? own.readFileSync(entry.path) : entry.flushed;

/** Its length; null if it is gone, or is being moved at the moment. */
const sizeOf = (entry: Entry): number | null =>
  entry.path === null ? null : (own.statSync(entry.path, { throwIfNoEntry: false })?.size ?? null);

/** Marks all pages in which a file differs, for writers that are not recorded page by page. */
function compare(entry: Entry): void {
  if (entry.isFolder || entry.path === null) return;
  const content = present(entry);
  const pages = Math.ceil(Math.max(content.length, entry.flushed.length) / PAGE_BYTES);
  for (let page = 0; page < pages; page += 1) {
    const [from, to] = [page * PAGE_BYTES, (page + 1) * PAGE_BYTES];
    if (!content.subarray(from, to).equals(entry.flushed.subarray(from, to))) entry.unflushed.add(page);
  }
}

/** Begins to flush a file or folder. The result is called when that has succeeded. */
function flush(entry: Entry | undefined): () => void {
  if (!entry) return () => {};
  tick();
  if (entry.isFolder) {
    const folder = entry.path;
    const isOfFolder = (change: Change): boolean =>
      change.kind === "move"
        ? dirname(change.to) === folder || dirname(change.from) === folder
        : dirname(change.path) === folder;
    const flushed = changes.filter(isOfFolder);
    return () => {
      apply(
        flushedNames,
        flushed.filter((change) => changes.includes(change)),
      );
      changes = changes.filter((change) => !flushed.includes(change));
    };
  }
  const size = sizeOf(entry);
  if (entry.path === null || size === null) return () => {};
  const pages = [...entry.unflushed];
  const flushNumber = (flushes += 1);
  const content = new Map<number, Buffer>();
  const descriptor = own.openSync(entry.path, "r");
  for (const page of pages) {
    const bytes = Buffer.alloc(PAGE_BYTES);
    const length = own.readSync(descriptor, bytes, 0, PAGE_BYTES, page * PAGE_BYTES);
    content.set(page, bytes.subarray(0, length));
  }
  own.closeSync(descriptor);
  return () => {
    if (pages.length === 0 && entry.flushed.length === size) return;
    entry.stored = null;
    // Files that are flushed in the background have their final length.
    if (entry.flushed.length !== size) entry.flushed = withLength(entry.flushed, size);
    for (const [page, bytes] of content) {
      if ((entry.flushOf.get(page) ?? 0) > flushNumber) continue;
      entry.flushOf.set(page, flushNumber);
      bytes.copy(entry.flushed, page * PAGE_BYTES);
      // Still unflushed if it was written again meanwhile, which a comparison at the next flush finds.
      if (entry.path === null || !own.existsSync(entry.path) || pageOf(entry.path, page).equals(bytes))
        entry.unflushed.delete(page);
    }
  };
}

function pageOf(path: string, page: number): Buffer {
  const bytes = Buffer.alloc(PAGE_BYTES);
  const descriptor = own.openSync(path, "r");
  const length = own.readSync(descriptor, bytes, 0, PAGE_BYTES, page * PAGE_BYTES);
  own.closeSync(descriptor);
  return bytes.subarray(0, length);
}

/** Stores a content, and returns its name. */
function store(content: Buffer): string {
  const name = String((contents += 1));
  own.writeFileSync(join(out, "files", name), content);
  return name;
}

/** Returns what could be left of a file. */
function contentOf(entry: Entry, kept: Image["kept"]): string {
  const size = sizeOf(entry);
  if (kept === "none" || size === null || (entry.unflushed.size === 0 && size === entry.flushed.length))
    return (entry.stored ??= store(entry.flushed));
  const now = present(entry);
  if (kept === "all") return store(now);
  let length = random() < 0.5 ? size : entry.flushed.length;
  const content = withLength(entry.flushed, Math.max(length, now.length));
  content.fill(0, length);
  for (const page of entry.unflushed) {
    const from = page * PAGE_BYTES;
    const chance = random();
    if (chance < 0.5 || from >= now.length) continue;
    const sectors = Math.ceil(Math.min(PAGE_BYTES, now.length - from) / SECTOR_BYTES);
    // Every tenth page is torn.
    const taken = chance < 0.55 ? Math.floor(random() * sectors) : sectors;
    const to = Math.min(now.length, from + taken * SECTOR_BYTES);
    now.copy(content, from, from, to);
    length = Math.max(length, to);
  }
  return store(content.subarray(0, length));
}

function writeImage(): void {
  const at = Date.now();
  const number = (images += 1);
  const kept = (["none", "some", "some", "all"] as const)[number % 4] ?? "some";
  const state = new Map(flushedNames);
  // A journal writes names in their order; other file systems do not.
  const taken =
    number % 3 === 0
      ? changes.filter(() => random() < 0.5)
      : changes.slice(0, Math.floor(random() * (changes.length + 1)));
  apply(state, taken);
  const hasFolders = (path: string): boolean => {
    const folder = dirname(path);
    return folder === root || (state.get(folder)?.isFolder === true && hasFolders(folder));
  };
  const whole = [...state].filter(([path]) => path !== root && hasFolders(path));
  const image: Image = {
    number,
    at,
    kept,
    folders: whole.filter(([, { isFolder }]) => isFolder).map(([path]) => relative(root, path)),
    files: whole
      .filter(([, { isFolder }]) => !isFolder)
      .map(([path, entry]) => ({ path: relative(root, path), content: contentOf(entry, kept) })),
  };
  own.writeFileSync(join(out, `image-${number}.part`), JSON.stringify(image));
  own.renameSync(join(out, `image-${number}.part`), join(out, `image-${number}.json`));
}

/** Notes that a file was opened; returns its entry if it is one of the folder. */
function opened(given: PathLike, isFolder: boolean): Entry | undefined {
  const path = pathOf(given);
  if (path === null) return undefined;
  return names.get(path) ?? add(path, isFolder);
}

function replaceSync(): void {
  Object.assign(fs, {
    openSync: (path: PathLike, ...given: [OpenMode]) => {
      const descriptor = own.openSync(path, ...given);
      const entry = opened(path, own.fstatSync(descriptor).isDirectory());
      if (entry) open.set(descriptor, entry);
      return descriptor;
    },
    closeSync: (descriptor: number) => {
      open.delete(descriptor);
      own.closeSync(descriptor);
    },
    writeSync: (descriptor: number, bytes: Uint8Array, from: number, length: number, at: number | null) => {
      const entry = open.get(descriptor);
      const written = own.writeSync(descriptor, bytes, from, length, at);
      if (typeof at === "number") wrote(entry, at, at + written);
      else if (entry) compare(entry);
      return written;
    },
    writeFileSync: (path: PathLike | number, ...given: [string]) => {
      own.writeFileSync(path, ...given);
      const entry = typeof path === "number" ? open.get(path) : opened(path, false);
      if (entry) compare(entry);
    },
    ftruncateSync: (descriptor: number, length = 0) => {
      own.ftruncateSync(descriptor, length);
      shortened(open.get(descriptor));
    },
    truncateSync: (path: PathLike, length = 0) => {
      own.truncateSync(path, length);
      shortened(opened(path, false));
    },
    mkdirSync: (path: PathLike, ...given: []) => {
      const made = own.mkdirSync(path, ...given);
      opened(path, true);
      return made;
    },
    renameSync: (from: PathLike, to: PathLike) => {
      own.renameSync(from, to);
      moved(from, to);
    },
    unlinkSync: (path: PathLike) => removing(path, () => own.unlinkSync(path)),
    rmdirSync: (path: PathLike) => removing(path, () => own.rmdirSync(path)),
    rmSync: (path: PathLike, ...given: []) => removing(path, () => own.rmSync(path, ...given)),
    fsyncSync: (descriptor: number) => {
      const done = flush(open.get(descriptor));
      own.fsyncSync(descriptor);
      done();
    },
  });
}

function shortened(entry: Entry | undefined): void {
  if (entry) tick();
}

function moved(from: PathLike, to: PathLike): void {
  const [old, path] = [pathOf(from), pathOf(to)];
  if (old !== null && path !== null) move(old, path);
}

/** Removes a name. Before that the content is noted, because the name may come back. */
function removing<T>(given: PathLike, work: () => T): T {
  const path = pathOf(given);
  const result = work();
  if (path !== null) remove(path);
  return result;
}

function replaceCallbacks(): void {
  type Done = (error: Error | null, ...results: unknown[]) => void;
  // Streams open, write and close files this way.
  Object.assign(fs, {
    open: (path: PathLike, ...given: unknown[]) => {
      const done = given.pop() as Done;
      const [flags = "r", mode] = given as [string?, number?];
      own.open(path, flags, mode, (error, descriptor) => {
        const entry = error ? undefined : opened(path, false);
        if (entry) open.set(descriptor, entry);
        done(error, descriptor);
      });
    },
    close: (descriptor: number, done?: Done) => {
      const entry = open.get(descriptor);
      open.delete(descriptor);
      if (entry) compare(entry);
      own.close(descriptor, done);
    },
    fsync: (descriptor: number, done: Done) => {
      const entry = open.get(descriptor);
      if (entry && !entry.path?.includes("/pg_wal/")) compare(entry);
      const flushed = flush(entry);
      own.fsync(descriptor, (error) => {
        if (!error) flushed();
        done(error);
      });
    },
  });
}

function replacePromises(): void {
  const { promises } = own;
  Object.assign(fs.promises, {
    open: async (path: PathLike, ...given: []) => {
      const handle = await promises.open(path, ...given);
      const entry = opened(path, (await handle.stat()).isDirectory());
      if (!entry) return handle;
      const [sync, close] = [handle.sync.bind(handle), handle.close.bind(handle)];
      handle.sync = async () => {
        compare(entry);
        const done = flush(entry);
        await sync();
        done();
      };
      handle.close = async () => {
        compare(entry);
        await close();
      };
      return handle;
    },
    writeFile: async (path: string, ...given: [string]) => {
      await promises.writeFile(path, ...given);
      const entry = opened(path, false);
      if (entry) compare(entry);
    },
    mkdir: async (path: PathLike, ...given: []) => {
      const made: unknown = await promises.mkdir(path, ...given);
      const whole = pathOf(path);
      const missing: string[] = [];
      for (let each = whole; each !== null && each !== root && !names.has(each); each = dirname(each))
        missing.unshift(each);
      for (const each of missing) add(each, true);
      return made;
    },
    rename: async (from: PathLike, to: PathLike) => {
      await promises.rename(from, to);
      moved(from, to);
    },
    link: async (from: PathLike, to: PathLike) => {
      await promises.link(from, to);
      const [old, path] = [pathOf(from), pathOf(to)];
      const entry = old === null ? undefined : names.get(old);
      if (!entry || path === null) return;
      names.set(path, entry);
      entry.path = path;
      changes.push({ kind: "add", path, entry });
    },
    unlink: (path: PathLike) => promises.unlink(path).then(() => removing(path, () => {})),
    rmdir: (path: PathLike) => promises.rmdir(path).then(() => removing(path, () => {})),
    rm: (path: PathLike, ...given: []) => promises.rm(path, ...given).then(() => removing(path, () => {})),
  });
}

function withLength(content: Buffer, length: number): Buffer {
  const result = Buffer.alloc(length);
  content.copy(result, 0, 0, Math.min(length, content.length));
  return result;
}

/** Returns random numbers from 0 to 1 that follow from a seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Reads `8x500,32x60`: 8 images about 500 operations apart, then 32 about 60 apart. */
function gapsOf(text: string): number[] {
  return text.split(",").flatMap((part) => {
    const [count = 0, gap = 1] = part.split("x").map(Number);
    return Array.from({ length: count }, () => 1 + Math.floor(random() * 2 * gap));
  });
}

if (process.env["POWER_LOSS_HOME"] && isMainThread) {
  replaceSync();
  replaceCallbacks();
  replacePromises();
  syncBuiltinESMExports();
}
