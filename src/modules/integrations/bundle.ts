/** The integrations' section of the bundle. Integrations that the file does not name stay as they are. */
import Type from "typebox";
import { type BundleSection, fieldOf, onlyOnce, readSeconds, recordReader, sameFields, Tally, textSchema } from "../../contract/bundle.ts";
import { exactly, nullable } from "../../contract/operation.ts";
import { timestampSchema } from "../../contract/schemas.ts";
import type { Tx } from "../../platform/db/index.ts";
import { INTEGRATION_KEYS, INTEGRATION_STATUSES } from "./rules.ts";
import { untouched } from "./service.ts";
import { type ConnectionRow, integrationsStore } from "./store.ts";

const record = exactly({
  key: Type.Enum([...INTEGRATION_KEYS], { description: "The integration." }),
  available: Type.Optional(Type.Boolean({ description: "Whether the company is offered it. Default: true." })),
  status: Type.Optional(Type.Enum([...INTEGRATION_STATUSES], { description: "How the connection is doing. Default: `not_connected`." })),
  detail: Type.Optional(nullable(textSchema("What was reported with the status. Default: null."))),
  reported_at: Type.Optional(nullable(timestampSchema("When the status was reported. Default: null."))),
});
const shape = { name: "integrations", form: "array", description: "What the company has connected, and how that is going.", schema: record } as const;
const read = recordReader(shape, record);

export const integrationsSection: BundleSection<Tx> = {
  ...shape,
  async write({ tx, companyId }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    const rows = new Map((await integrationsStore.list(tx, companyId)).map((row) => [row.key, row]));
    for await (const { path, record: given } of read(batches)) {
      onlyOnce(stated, given.key, path, "key");
      const former = rows.get(given.key);
      const otherwise = untouched(given.key);
      const row: ConnectionRow = {
        key: given.key,
        available: fieldOf(given.available, former?.available, otherwise.available),
        status: fieldOf(given.status, former?.status, otherwise.status),
        detail: fieldOf(given.detail, former?.detail, otherwise.detail),
        reported_at: fieldOf(readSeconds(given.reported_at), former?.reported_at, otherwise.reported_at),
      };
      const unchanged = former !== undefined && sameFields(row, former);
      if (!unchanged) await integrationsStore.put(tx, companyId, row);
      tally.compare(former, unchanged);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield await integrationsStore.list(tx, companyId);
  },
};
