/**
 * Writing a company bundle: the text of a file that makes the same company in an empty database, all from one
 * state of the books. Keys are in no bundle. What is held in memory is some records, never a section.
 */
import { BUNDLE_FORMAT, BUNDLE_VERSION } from "../../../contract/bundle.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { readCompany } from "../../tenants/company/index.ts";
import { SECTIONS } from "./sections.ts";

/**
 * The text of a company's bundle, in pieces. The transaction begins with the first piece that is asked for
 * and ends when the last was given or the reader stops; meanwhile the embedded database serves nobody else.
 * Throws `Refusal` (`resource_missing`) for a company that is not there.
 */
export async function* bundleText(
  db: Db,
  companyId: PublicId<"company">,
): AsyncGenerator<string, void, undefined> {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  const writing = db
    .transaction(
      async (tx) => {
        await readCompany(tx, companyId);
        for await (const text of textOf(tx, companyId)) await writer.write(text);
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

async function* textOf(tx: Tx, companyId: PublicId<"company">): AsyncGenerator<string, void, undefined> {
  yield `{"format":${JSON.stringify(BUNDLE_FORMAT)},"version":${BUNDLE_VERSION}`;
  for (const section of SECTIONS) {
    yield `,\n${JSON.stringify(section.name)}:${section.form === "array" ? "[" : ""}`;
    let before = "\n";
    for await (const records of section.read({ tx, companyId })) {
      if (records.length === 0) continue;
      yield section.form === "object"
        ? JSON.stringify(records[0])
        : `${before}${records.map((record) => JSON.stringify(record)).join(",\n")}`;
      before = ",\n";
    }
    if (section.form === "array") yield "]";
  }
  yield "}\n";
}
