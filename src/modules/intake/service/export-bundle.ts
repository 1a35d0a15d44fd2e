/**
 * Writing a company bundle: the text of a file that makes the same company in an empty database, all from one
 * state of the books. Keys are in no bundle. What is held in memory is some records, never a section.
 */
import { BUNDLE_FORMAT, BUNDLE_VERSION } from "../../../contract/bundle.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { readCompany } from "../../tenants/company/index.ts";
import { SECTIONS } from "./sections.ts";
import { streamSnapshot } from "./stream-snapshot.ts";

/**
 * The text of a company's bundle, in pieces, as `streamSnapshot` reads them. Throws `Refusal`
 * (`resource_missing`) for a company that is not there.
 */
export function bundleText(db: Db, companyId: PublicId<"company">): AsyncGenerator<string, void, undefined> {
  return streamSnapshot(db, async function* (tx) {
    await readCompany(tx, companyId);
    yield* textOf(tx, companyId);
  });
}

async function* textOf(tx: Tx, companyId: PublicId<"company">): AsyncGenerator<string, void, undefined> {
  yield `{"format":${JSON.stringify(BUNDLE_FORMAT)},"version":${BUNDLE_VERSION}`;
  for (const section of SECTIONS) {
    const heading = `,\n${JSON.stringify(section.name)}:`;
    if (section.form === "object") {
      // A section without its object is left out.
      for await (const [record] of section.read({ tx, companyId })) yield heading + JSON.stringify(record);
      continue;
    }
    yield `${heading}[`;
    let before = "\n";
    for await (const records of section.read({ tx, companyId })) {
      if (records.length === 0) continue;
      yield `${before}${records.map((record) => JSON.stringify(record)).join(",\n")}`;
      before = ",\n";
    }
    yield "]";
  }
  yield "}\n";
}
