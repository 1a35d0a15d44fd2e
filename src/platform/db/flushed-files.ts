/**
 * The folder of the embedded engine, as a file system that flushes. PGlite's own one never does. Invariants:
 * a file that the engine flushes is on the disk, with its name, before the engine goes on; only flushes of
 * the log may be put off, by `CommitFlush`; a flush that fails stops the engine.
 */
import { fsyncSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { assert } from "@daybook/words/assert";
import { FlushFailed, flushFolderSync } from "../machine/durable.ts";
import { CommitFlush } from "./commit-flush.ts";

/** A file or folder, as the engine's file system knows it. */
interface FileNode {
  readonly name: string;
  readonly mode: number;
  readonly parent: FileNode;
}

interface FileStream {
  readonly node: FileNode;
  /** The descriptor of the open file. */
  readonly nfd: number;
}

/** The operations of Emscripten's NODEFS that change something on the disk, and the one that is missing. */
interface NodeFiles {
  readonly realPath: (node: FileNode) => string;
  readonly node_ops: {
    readonly mknod: (parent: FileNode, name: string, mode: number, device: number) => FileNode;
    readonly rename: (node: FileNode, folder: FileNode, name: string) => void;
    readonly unlink: (parent: FileNode, name: string) => void;
    readonly rmdir: (parent: FileNode, name: string) => void;
    readonly setattr: (node: FileNode, attributes: Attributes) => void;
  };
  readonly stream_ops: {
    readonly write: (
      stream: FileStream,
      bytes: Uint8Array,
      from: number,
      length: number,
      at: number,
    ) => number;
    readonly setattr: (stream: FileStream, attributes: Attributes) => void;
    readonly fsync?: (stream: FileStream) => number;
  };
}

interface Attributes {
  readonly size?: number;
}

/** The engine has no other `fsync` than that of its file system: `fdatasync` does nothing there. */
const FLUSHING = ["-c", "fsync=on", "-c", "wal_sync_method=fsync"];

/** Returns the engine's parameters with `-F`, which turns flushing off, replaced by what turns it on. */
export function flushingParameters(parameters: readonly string[]): string[] {
  return [...parameters.filter((parameter) => parameter !== "-F"), ...FLUSHING];
}

type Prepared = Awaited<ReturnType<NodeFS["init"]>>;
type Options = Parameters<NodeFS["init"]>[1];

export class FlushedFiles extends NodeFS {
  readonly commits = new CommitFlush();
  /** Files that were written since they were flushed. All others are on the disk when the engine opens. */
  readonly #unflushed = new WeakSet<FileNode>();
  /** Folders in which names were made or removed since they were flushed. */
  readonly #changedFolders = new Set<string>();

  override async init(engine: PGlite, options: Options): Promise<Prepared> {
    const { emscriptenOpts } = await super.init(engine, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), (module) => this.#flushIn(Reflect.get(module, "NODEFS"))],
      },
    };
  }

  override async closeFs(): Promise<void> {
    this.commits.close();
    await super.closeFs();
  }

  #flushIn(files: unknown): void {
    assert(isNodeFiles(files), "the engine's file system has other operations than expected");
    const { node_ops: ofNodes, stream_ops: ofStreams } = files;
    const { mknod, rename, unlink, rmdir, setattr } = ofNodes;
    const { write, setattr: setattrOfStream } = ofStreams;
    const noteName = (folder: FileNode): void => void this.#changedFolders.add(files.realPath(folder));
    const noteSize = (node: FileNode, { size }: Attributes): void => {
      if (size === undefined) return;
      this.commits.settle();
      this.#unflushed.add(node);
    };
    Object.assign(ofNodes, {
      mknod: (parent, name, mode, device) => {
        this.commits.settle();
        const node = mknod(parent, name, mode, device);
        this.#unflushed.add(node);
        noteName(parent);
        return node;
      },
      rename: (node, folder, name) => {
        this.commits.settle();
        noteName(node.parent);
        rename(node, folder, name);
        noteName(folder);
      },
      unlink: (parent, name) => {
        this.commits.settle();
        unlink(parent, name);
        noteName(parent);
      },
      rmdir: (parent, name) => {
        this.commits.settle();
        rmdir(parent, name);
        noteName(parent);
      },
      setattr: (node, attributes) => {
        noteSize(node, attributes);
        setattr(node, attributes);
      },
    } satisfies NodeFiles["node_ops"]);
    Object.assign(ofStreams, {
      write: (stream, bytes, from, length, at) => {
        this.#beforeWrite(stream.node);
        return write(stream, bytes, from, length, at);
      },
      setattr: (stream, attributes) => {
        noteSize(stream.node, attributes);
        setattrOfStream(stream, attributes);
      },
      fsync: (stream) => {
        this.#flush(stream, files.realPath(stream.node));
        return 0;
      },
    } satisfies NodeFiles["stream_ops"]);
  }

  #beforeWrite(node: FileNode): void {
    this.#unflushed.add(node);
    if (isLog(node)) return;
    this.commits.settle();
    // This file says from where the log is needed, and so that everything older is on the disk.
    if (node.name === "pg_control") this.#flushFolders();
  }

  #flush({ node, nfd }: FileStream, path: string): void {
    // Deleted before the flush: if that fails, the engine never runs again.
    const isUnflushed = this.#unflushed.delete(node);
    if (isLog(node)) {
      if (isUnflushed) this.commits.note(path);
      return;
    }
    this.commits.settle();
    if (isUnflushed && !isFolder(node)) flushDescriptor(nfd, path);
    this.#flushFolders();
  }

  #flushFolders(): void {
    for (const path of this.#changedFolders) flushFolderSync(path);
    this.#changedFolders.clear();
  }
}

/**
 * An error that is not one of the engine's file system stops the engine, as `EngineGuard` sees it. The engine
 * itself would go on after some.
 */
function flushDescriptor(descriptor: number, path: string): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    throw new FlushFailed(path, error);
  }
}

const FILE_KIND = 0o170000;
const FOLDER = 0o040000;
/** The name of a segment of the log, which has its final size when it gets this name. */
const SEGMENT = /^[0-9A-F]{24}$/;

function isFolder({ mode }: FileNode): boolean {
  return (mode & FILE_KIND) === FOLDER;
}

function isLog({ name, parent }: FileNode): boolean {
  return parent.name === "pg_wal" && SEGMENT.test(name);
}

function isNodeFiles(files: unknown): files is NodeFiles {
  if (typeof files !== "object" || files === null) return false;
  if (!("realPath" in files) || !("node_ops" in files) || !("stream_ops" in files)) return false;
  const has = (operations: unknown, names: readonly string[]): boolean =>
    typeof operations === "object" &&
    operations !== null &&
    names.every((name) => typeof Reflect.get(operations, name) === "function");
  return (
    has(files.node_ops, ["mknod", "rename", "unlink", "rmdir", "setattr"]) &&
    has(files.stream_ops, ["write", "setattr"])
  );
}
