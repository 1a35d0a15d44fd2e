/**
 * The section `integrations` of the company bundle, the JSON file with all records of a company. Integrations
 * that are not in the file stay as they are.
 */
import { type BundleSection, onlyOnce, recordReader, Tally } from "../../../contract/bundle.ts";
import { recordReading, recordSchema, recordWriting } from "../../../contract/record.ts";
import { isChanged } from "../../../core/record.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { CONNECTIONS } from "./record.ts";
import { integrationsStore } from "./store.ts";

const record = recordSchema(CONNECTIONS);
const shape = {
  name: "integrations",
  form: "array",
  description: "The company's connections to outside services, and their status.",
  schema: record,
} as const;
const read = recordReader(shape, record);
const rowOf = recordReading(CONNECTIONS);
const recordOf = recordWriting(CONNECTIONS);

export const integrationsSection: BundleSection<Tx> = {
  ...shape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    const rows = new Map((await integrationsStore.list(tx, companyId)).map((row) => [row.key, row]));
    for await (const { path, record: connection } of read(batches)) {
      onlyOnce(stated, connection.key, path, "key");
      const former = rows.get(connection.key) ?? null;
      const row = rowOf(connection, former, path, now);
      const same = former !== null && !isChanged(CONNECTIONS, former, row);
      if (!same) await integrationsStore.put(tx, companyId, row);
      tally.compare(former, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield (await integrationsStore.list(tx, companyId)).map(recordOf);
  },
};
