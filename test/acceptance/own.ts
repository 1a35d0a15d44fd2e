/** Places, services and pipes of one test, gone when it ends however it ends. */
import { spawnSync } from "node:child_process";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type Engine, newPlace, type Place } from "./place.ts";
import { type StartedService, startService } from "./service.ts";

/** An empty place. */
export async function ownPlace(engine?: Engine): Promise<Place> {
  const place = await newPlace(engine);
  onTestFinished(() => place.remove());
  return place;
}

/** A service at a place, with these words and settings, and at most so many open files. */
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

/** A pipe with a name, whose reader waits for what the test writes. */
export async function namedPipe(
  place: Place,
): Promise<{ readonly path: string; readonly writer: FileHandle }> {
  const path = join(place.folder, "pipe.json");
  expect(spawnSync("mkfifo", [path]).status).toBe(0);
  // Opened for both, so that opening does not wait for the reader.
  const writer = await open(path, "r+");
  onTestFinished(() => writer.close());
  return { path, writer };
}
