/**
 * The object storages that tests use: a folder with a server for its links, and a bucket of a real S3 server.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsV4Signer } from "aws4fetch";
import Fastify from "fastify";
import { onTestFinished } from "vitest";
import { objectsRoutes } from "../../src/interfaces/objects/index.ts";
import { folderObjects } from "../../src/platform/objects/folder.ts";
import type { Objects } from "../../src/platform/objects/index.ts";
import { type S3Options, s3Objects } from "../../src/platform/objects/s3.ts";
import { type Clock, manualClock, systemClock } from "../../src/platform/time/clock.ts";
import { pause } from "../../src/platform/time/timer.ts";
import { recordingLog } from "./between.ts";

/** The object storage of one test, and the clock by which its links expire. */
export interface StoredFiles {
  readonly objects: Objects;
  readonly clock: Pick<Clock, "now">;
  /** Waits, or moves the clock, until `at`. */
  wait(at: number): Promise<void>;
}

export interface FilesInFolder extends StoredFiles {
  readonly folder: string;
  readonly address: string;
  readonly clock: ReturnType<typeof manualClock>;
}

/** Makes an empty folder, which is deleted after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "objects-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens an object storage in a folder, with a server that answers its links. */
export async function filesInFolder(): Promise<FilesInFolder> {
  const clock = manualClock(1_780_000_000);
  const folder = join(await newFolder(), "files");
  const server = Fastify({ forceCloseConnections: true });
  let address = "";
  const objects = folderObjects({ folder, origin: () => address });
  objectsRoutes(server, { served: objects.served, clock, log: recordingLog });
  address = await server.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => server.close());
  return { objects, clock, folder, address, wait: async (at) => clock.set(at) };
}

const BUCKET_URL =
  process.env["DAYBOOK_TEST_S3"]?.trim() ||
  "http://daybook%3Atester:for-tests-only@127.0.0.1:18080/daybook-test";
const { origin, hostname, port, username, password, pathname } = new URL(BUCKET_URL);

/** The bucket of `DAYBOOK_TEST_S3`, on a server that `test/support/swift.sh` starts. */
export const BUCKET: S3Options = {
  endpoint: origin,
  bucket: pathname.slice(1),
  region: "us-east-1",
  accessKeyId: decodeURIComponent(username),
  secretAccessKey: decodeURIComponent(password),
  pathStyle: true,
  now: systemClock(null).now,
};

export const s3Server = {
  name: `an S3 server at ${origin}, which test/support/swift.sh starts,`,
  present: await new Promise<boolean>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 80) });
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  }),
};

/** Makes the bucket unless it exists. */
export async function makeBucket(): Promise<void> {
  const { url, headers } = await new AwsV4Signer({
    ...BUCKET,
    service: "s3",
    method: "PUT",
    url: `${origin}/${BUCKET.bucket}`,
  }).sign();
  const { status } = await fetch(url, { method: "PUT", headers });
  if (status !== 200 && status !== 409) throw new Error(`the bucket can't be made: ${status}`);
}

/** Opens the object storage in the bucket. */
function filesInBucket(): StoredFiles {
  const { now } = BUCKET;
  return {
    objects: s3Objects(BUCKET),
    clock: { now },
    wait: (at) => pause(Math.max(0, at * 1000 - Date.now())),
  };
}

/** A kind of object storage. The tests of `src/platform/objects/objects.test.ts` run on each kind. */
interface Kind {
  /** The kind's name in test titles, such as `a folder`. */
  readonly place: string;
  readonly needed: typeof s3Server;
  /** Prepares the storage; called once. */
  readonly prepare: () => Promise<void>;
  readonly files: () => Promise<StoredFiles> | StoredFiles;
}

export const KINDS: readonly Kind[] = [
  {
    place: "a folder",
    needed: { name: "a file system", present: true },
    prepare: async () => {},
    files: filesInFolder,
  },
  { place: "a bucket", needed: s3Server, prepare: makeBucket, files: filesInBucket },
];

/** The answer of a link. */
export interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Fetches a URL with these headers and no other relevant ones. */
export async function get(
  address: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Fetched> {
  const response = await fetch(address, { method, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
}
