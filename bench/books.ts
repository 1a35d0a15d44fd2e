/** Books to measure on, made by the command line as anybody makes them. */
import type { App } from "../src/app.ts";
import { type Place, runDaybook } from "./process/child.ts";

/** Books that are open in this process. */
export interface Books {
  readonly app: App;
  readonly companyId: string;
  readonly apiKey: string;
  readonly entries: number;
}

/** The output of `daybook seed --json`. */
export interface Seeded {
  readonly company_id: string;
  readonly api_key: string;
  readonly entries: number;
}

/** Makes the sample company, or a large one of about `entries` journal entries. */
export async function seeded(place: Place, entries: number | null): Promise<Seeded> {
  const child = runDaybook(place, [
    "seed",
    "--json",
    ...(entries === null ? [] : ["--entries", String(entries)]),
  ]);
  const line = await child.firstLine;
  await child.ended();
  return JSON.parse(line) as Seeded;
}
