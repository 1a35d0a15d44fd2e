/** Books to measure on, made by the command line as anybody makes them. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { App } from "../src/app.ts";
import { sampleBundle } from "../src/modules/intake/rules/sample/sample-bundle.ts";
import { systemClock } from "../src/platform/time/clock.ts";
import { type Place, runDaybook } from "./process/child.ts";

/** Books that are open in this process. */
export interface Books {
  readonly app: App;
  readonly companyId: string;
  readonly apiKey: string;
  readonly entries: number;
}

/** What `daybook seed --json` says. */
export interface Seeded {
  readonly company_id: string;
  readonly api_key: string;
  readonly entries: number;
}

/** Makes the sample company, or a large one of about `entries` journal entries. */
export async function seeded(place: Place, entries: number | null): Promise<Seeded> {
  const child = runDaybook(place, ["seed", "--json", ...(entries === null ? [] : ["--entries", String(entries)])]);
  const line = await child.firstLine;
  await child.ended();
  return JSON.parse(line) as Seeded;
}

export interface BundleOptions {
  readonly companyId: string;
  /** About so many journal entries; left out: as many as the sample company has. */
  readonly entries?: number;
  /** Records of spreadsheets beside its own. */
  readonly sheets?: readonly object[];
}

/** Writes the sample company as a bundle; gives the number of its journal lines. */
export async function writeBundle(file: string, { companyId, entries, sheets = [] }: BundleOptions): Promise<number> {
  const clock = systemClock(null);
  const { journal, ...sections } = sampleBundle({ seed: 1, today: clock.today(), now: clock.now(), companyId, ...(entries === undefined ? {} : { entries }) });
  let lines = 0;
  function* text(): Generator<string> {
    const members = Object.entries({ format: "daybook.company-bundle", version: 1, ...sections, sheets: [...sections.sheets, ...sheets] });
    yield `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")},"journal":[`;
    let between = "";
    for (const voucher of journal) {
      lines += voucher.lines.length;
      yield between + JSON.stringify(voucher);
      between = ",\n";
    }
    yield "]}\n";
  }
  await pipeline(text(), createWriteStream(file));
  return lines;
}
