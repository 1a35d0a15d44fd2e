/** Places, services and pipes of one test, which are removed when the test ends, even if it fails. */
import { spawnSync } from "node:child_process";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type Engine, newPlace, type Place } from "./place.ts";
import { type StartedService, startService } from "./service.ts";

/** Makes an empty place. */
export async function ownPlace(engine?: Engine): Promise<Place> {
  const place = await newPlace(engine);
  onTestFinished(() => place.remove());
  return place;
}

/** Starts a service at a place, with a command line, settings and a limit of open files. */
export async function ownService(
  place: Place,
  words?: readonly string[],
  settings?: Readonly<Record<string, string>>,
  openFiles?: number,
): Promise<StartedService> {
  const started = await startService(place, words, settings, openFiles);
  onTestFinished(() => started.kill());
  return started;
}

/** Makes a named pipe. A process that reads it waits until the test writes. */
export async function namedPipe(
  place: Place,
): Promise<{ readonly path: string; readonly writer: FileHandle }> {
  const path = join(place.folder, "pipe.json");
  expect(spawnSync("mkfifo", [path]).status).toBe(0);
  // Opened for reading and writing, so that opening does not wait for a reader.
  const writer = await open(path, "r+");
  onTestFinished(() => writer.close());
  return { path, writer };
}
