/** The sample company of `daybook seed`, and the range of days of its books. Each test worker has one. */
import { Api } from "./api.ts";
import { json } from "./daybook.ts";
import { service } from "./service.ts";
import type { Range } from "./days.ts";
import type { Entry } from "./statements.ts";

export interface Sample {
  readonly id: string;
  readonly api: Api;
  /** Every journal entry, latest first. */
  readonly entries: readonly Entry[];
  /** From the day of the first entry to the day of the last. */
  readonly span: Range;
}

/** The fewest entries that the generator makes, so that reading all of them in many ways is quick. */
const ENTRIES = "10000";

const shared = globalThis as typeof globalThis & { daybookSample?: Promise<Sample> };

export function sample(): Promise<Sample> {
  shared.daybookSample ??= make();
  return shared.daybookSample;
}

async function make(): Promise<Sample> {
  const { base, daybook } = await service();
  const { company_id, api_key } = await json<{ company_id: string; api_key: string }>(daybook, [
    "seed",
    "--entries",
    ENTRIES,
  ]);
  const api = new Api(base, api_key);
  const entries = await api.client.listJournalEntries().all();
  return {
    id: company_id,
    api,
    entries,
    span: { start_date: entries.at(-1)?.date ?? "", end_date: entries[0]?.date ?? "" },
  };
}
