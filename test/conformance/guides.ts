/**
 * The documents run: each page of `docs/` and the README, from its first line to its last, on a fresh home
 * and with the files that it speaks of. Lines that need more, such as a bank, stand in `unrun-lines.tsv`,
 * which may only shrink.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { ENGINE, newPlace } from "../acceptance/place.ts";
import { newSamplePlace } from "../acceptance/prepared.ts";
import { NEEDS } from "../support/guide-needs.ts";
import { Reader } from "../support/reader.ts";
import { blocksOf, commandLines, PAGES } from "../tidy/pages.ts";
import { textOf } from "../tidy/tree.ts";

/** The known lines that do not run, each with its page. */
export const UNRUN = new Set(
  textOf("test/conformance/unrun-lines.tsv")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t").slice(0, 2).join(": ")),
);

export const LINES = PAGES.filter((page) => page.startsWith("docs/") || page === "README.md").map((page) => ({
  page,
  lines: blocksOf(page)
    .filter(({ kind }) => kind === "sh")
    .flatMap(commandLines),
}));

async function emptyPlace(): Promise<{ folder: string; environment: Readonly<Record<string, string>> }> {
  const place = await newPlace(ENGINE, "empty");
  onTestFinished(() => place.remove());
  return place;
}

async function samplePlace(): ReturnType<typeof newSamplePlace> {
  const sample = await newSamplePlace();
  onTestFinished(() => sample.place.remove());
  return sample;
}

const WITH_LINES = LINES.filter(({ lines }) => lines.some(([first]) => first === "npx" || first === "curl"));

/** Every second page with lines that run, from the first or the second on. */
export const everySecond = (from: 0 | 1): typeof LINES => WITH_LINES.filter((_, index) => index % 2 === from);

/** Runs the lines of a page, and expects that each does what it says. */
export async function runLines({ page, lines }: (typeof LINES)[number]): Promise<void> {
  const { files, given = {}, settings = {}, small, before = [] } = NEEDS[page] ?? {};
  const { place, key } = small === true ? { place: await emptyPlace(), key: "" } : await samplePlace();
  const folder = join(place.folder, "work");
  await mkdir(folder);
  for (const [name, content] of Object.entries((await files?.()) ?? {}))
    await writeFile(join(folder, name), content);
  await using reader = new Reader({
    folder,
    environment: place.environment,
    key,
    given,
    settings,
    emptyPlace: async () => (await emptyPlace()).environment,
  });
  for (const [id, words] of before) await reader.prepare(id, words);
  const failed: string[] = [];
  for (const words of lines) {
    if (UNRUN.has(`${page}: ${words.join(" ")}`)) continue;
    const { ok, text } = await reader.run(words);
    if (!ok) failed.push(`${words.join(" ")}: ${text}`);
  }
  expect(failed).toEqual([]);
}
