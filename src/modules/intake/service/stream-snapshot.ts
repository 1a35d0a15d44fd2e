/** Reading much of a company from one state of the books, piece by piece. */
import type { Db, Tx } from "../../../platform/db/index.ts";

/**
 * The pieces that `read` makes in a transaction. It begins with the first piece that is asked for and ends
 * when the last was given or the reader stops; meanwhile the embedded database serves nobody else.
 */
export async function* streamSnapshot<T>(
  db: Db,
  read: (tx: Tx) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const { readable, writable } = new TransformStream<T, T>();
  const writer = writable.getWriter();
  const writing = db
    .transaction(
      async (tx) => {
        for await (const piece of read(tx)) await writer.write(piece);
      },
      { mode: "snapshot", long: true },
    )
    .then(
      () => writer.close(),
      // Told to the reader, who may be gone.
      (error: unknown) => writer.abort(error).catch(() => {}),
    );
  yield* readable;
  await writing;
}
