/** The handler of the operation that reads a file of open items. */
import type { Handlers } from "../../../contract/operation.ts";
import { noteIn } from "../../../core/advice.ts";
import { DATE_INPUT, readAs } from "../../../core/kinds.ts";
import type { openItemsContract } from "../contract/open-items.ts";
import type { IntakeService } from "../service/index.ts";

async function* contentOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

export function openItemsHandlers(
  intake: Pick<IntakeService, "readOpenItems">,
): Handlers<typeof openItemsContract> {
  return {
    async readOpenItems({ body: { file, side, date, date_format } }) {
      const read = await intake.readOpenItems({
        content: contentOf(file.content),
        side,
        date: date === undefined ? null : readAs(DATE_INPUT, date, "date"),
        date_format: date_format ?? null,
      });
      return {
        object: "open_items_file" as const,
        date: read.date,
        items: read.items.map((item) => ({
          party_name: item.party,
          number: item.number,
          date: item.date,
          due_date: item.due_date,
          original_cents: item.original_cents,
          open_cents: item.open_cents,
        })),
        totals: read.totals.map(({ party: party_name, open_cents }) => ({ party_name, open_cents })),
        notes: read.notes.map((note) => noteIn(note)),
      };
    },
  };
}
